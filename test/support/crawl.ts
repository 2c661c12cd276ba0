import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { CRAWLER } from './read-stream.ts'

export type CrawledPage = ReturnType<typeof readPage>

const AT_ONCE = 4

export async function crawl(origin: string, from: readonly string[]) {
  const pages = new Map<string, CrawledPage>()
  const links = new Map<string, { status: number; hops: number; from: string }>()
  const waiting = from.map((path) => ({ path, from: '' }))
  const seen = new Set(from)

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { path } = next
      const { answer, hops } = await follow(new URL(path, origin))
      const html = await answer.text()
      links.set(path, { status: answer.status, hops, from: next.from })
      const isPage = answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html')
      if (!isPage || pages.has(answer.url)) continue
      const page = readPage(answer, html)
      pages.set(answer.url, page)
      // Filter links are not followed, because their combinations have no end.
      if (page.isHidden || page.canonical !== page.address) continue
      for (const href of linksIn(html, answer.url)) {
        if (seen.has(href)) continue
        seen.add(href)
        waiting.push({ path: href, from: path })
      }
    }
  }
  // A worker without work waits, because another one may find links a moment later.
  while (waiting.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { pages, links }
}

async function follow(address: URL, hops = 0): Promise<{ answer: Response; hops: number }> {
  const answer = await fetch(address, { redirect: 'manual', headers: { 'user-agent': CRAWLER } })
  const next = answer.headers.get('location')
  if (next === null || hops >= 5) return { answer, hops }
  await answer.text()
  const target = new URL(next, address)
  return target.origin === address.origin ? follow(target, hops + 1) : { answer: new Response(null), hops }
}

function linksIn(html: string, address: string): string[] {
  const { origin } = new URL(address)
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"#]+)/g)].flatMap(([, href = '']) => {
    const target = new URL(unescaped(href), address)
    return target.origin === origin ? target.pathname + target.search : []
  })
}

function readPage(answer: Response, html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const tags = [...head.matchAll(/<(meta|link)\b([^>]*)>/g)].map(([, name, text = '']) => ({
    name,
    ...Object.fromEntries(
      [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        unescaped(value),
      ]),
    ),
  })) as Record<string, string>[]
  const metas = Object.fromEntries(tags.map(({ name, property, content }) => [property ?? name ?? '', content ?? '']))
  const links = tags.filter(({ href }) => href !== undefined)
  const alternates = links.flatMap(({ hreflang, href = '' }) => (hreflang ? [[hreflang, href] as const] : []))
  const robots = `${metas['robots'] ?? ''} ${answer.headers.get('x-robots-tag') ?? ''}`
  return {
    address: answer.url,
    title: unescaped(/<title>([^<]*)</.exec(head)?.[1] ?? ''),
    description: metas['description'] ?? '',
    headings: html.match(/<h1[ >]/g)?.length ?? 0,
    canonical: links.find(({ rel }) => rel === 'canonical')?.['href'] ?? '',
    alternates: Object.fromEntries(alternates),
    metas,
    data: [...html.matchAll(/<script type="application\/ld\+json">([\S\s]*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    ),
    isHidden: robots.includes('noindex'),
    html,
  }
}

export function localeOf(address: string): Locale | undefined {
  return LOCALES.find((locale) => new RegExp(`^/${locale}(/|$)`).test(new URL(address).pathname))
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
