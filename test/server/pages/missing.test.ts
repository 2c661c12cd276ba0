import t from 'tap'

import { splitLocalePath, LANGUAGE_TAGS, LOCALES } from '#shared/i18n/locale.ts'
import { CRAWLER } from '#test/support/read-stream.ts'
import { stageScenarios } from '#test/support/scenarios.ts'
import { startShop } from '#test/support/test-shop.ts'

const NOWHERE = [
  '/nothing',
  '/shop/hats',
  '/shop/rings/hats',
  '/shop/necklaces/solitaire',
  '/shop/product/no-such-piece',
  '/shop/product/%00',
  '/shop/product/a%2F..%2Fb',
  '/order/elsewhere',
  // The shop's staff has no screen.
  '/admin',
]

const TEXTS = {
  en: { tag: 'en-US', title: 'Page Not Found', message: 'Page not found: /en/nothing' },
  ru: { tag: 'ru-RU', title: 'Страница не найдена', message: '/ru/nothing' },
}

/** Every address that the shop is known by, and the first words of its English page. */
const THERE: Record<string, RegExp> = {
  '': /A stone that keeps the light/,
  '/shop': /The shop/,
  '/shop/viewAll': /All jewellery/,
  '/shop/rings': /Rings/,
  '/shop/necklaces': /Necklaces/,
  '/shop/earrings': /Earrings/,
  '/shop/bracelets': /Bracelets/,
  '/shop/sets': /Sets/,
  '/shop/rings/halo': /Halo/,
  '/shop/product/round-solitaire-ring': /Round solitaire ring/,
  '/search?q=oval%20ring': /“oval ring”/,
  '/blogs': /Journal/,
  '/blogs/ring-sizes': /size/,
  '/ourStory': /story/i,
  '/guides/gifts/anniversaries/first-year': /first/i,
  '/policies/accessibility': /Accessibility/,
  '/policies/return-policy': /Returns/,
  '/policies/privacy-policy': /Privacy/,
  '/policies/terms-of-service': /Terms/,
  '/checkout': /Your cart is empty/,
  '/order/confirmation': /order/i,
}

const shop = await startShop(t, { wrapShopData: stageScenarios, env: { LOG_LEVEL: 'silent' } })

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(shop.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
  // Russian words are kept together by spaces that do not break.
  const html = (await answer.text()).replaceAll('\u00A0', ' ')
  return { status: answer.status, headers: answer.headers, html }
}

t.test(
  'at each of its addresses the shop has its page in both languages, and every link keeps the language',
  async (t) => {
    for (const [path, title] of Object.entries(THERE)) {
      for (const locale of LOCALES) {
        const { status, html } = await read(`/${locale}${path}`)
        t.equal(status, 200, `/${locale}${path}`)
        t.ok(html.includes(`<html lang="${LANGUAGE_TAGS[locale]}"`))
        const [heading = '', ...others] = allOf(html, /<h1[^>]*>(.*?)<\/h1>/gs)
        t.match(heading.replaceAll(/<[^>]*>/g, ''), locale === 'en' ? title : /[А-я]|oval ring/)
        t.same(others, [])
        // Images have no language, and a link to the other one says so.
        const links = allOf(html, /<a (?![^>]*hrefLang)[^>]*?href="(\/(?!_image\/)[^"]*)"/g)
        t.ok(links.length > 2)
        t.same(
          links.filter((href) => splitLocalePath(href).locale !== locale),
          [],
          'no link leaves the language',
        )
        const hasMenu = html.includes(locale === 'en' ? 'Open menu' : 'Открыть меню')
        t.equal(hasMenu, !path.startsWith('/checkout'), 'checkout has one way, and no menu')
      }
    }
  },
)

/** What a shopper finds around a page, by its mark in the page. */
const AROUND = {
  menu: 'Open menu',
  shelves: '<nav aria-label="Rings"',
  reading: '<nav aria-label="Journal"',
  'way back': 'Back to cart',
}
const LAYOUTS: Record<string, [path: string, around: (keyof typeof AROUND)[]]> = {
  default: ['/ourStory', ['menu']],
  shop: ['/shop/rings', ['menu', 'shelves']],
  courses: ['/blogs/ring-sizes', ['menu', 'reading']],
  checkout: ['/checkout', ['way back']],
}

t.test('each of the four layouts has around its pages what they are for, and nothing of another', async (t) => {
  for (const [layout, [path, around]] of Object.entries(LAYOUTS)) {
    const { html } = await read(`/en${path}`)
    const found = Object.entries(AROUND).flatMap(([name, mark]) => (html.includes(mark) ? [name] : []))
    t.same(found, around, layout)
  }
})

function allOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found)
}

t.test('whoever asks for what is not there is told so in their language', async (t) => {
  for (const [locale, { tag, title, message }] of Object.entries(TEXTS)) {
    for (const path of NOWHERE) {
      const { status, headers, html } = await read(`/${locale}${path}`)
      t.equal(status, 404, `/${locale}${path}`)
      t.ok(html.includes(`<html lang="${tag}"`), 'in the language of the path')
      t.ok(new RegExp(`>404<.*<h1[^>]*>${title}<`).test(html), title)
      if (path === '/nothing') t.ok(html.includes(message), 'with the address that is not there')
      t.match(headers.get('cache-control'), /no-store/)
    }
  }
})

t.test('whoever meets a fault of ours reads that it is ours, and what to do', async (t) => {
  for (const [locale, ...texts] of [
    ['en', 'Internal Server Error', 'Something went wrong on our side.'],
    ['ru', 'Ошибка на сервере', 'У нас что-то пошло не так.'],
  ] as const) {
    const { status, headers, html } = await read(`/${locale}/shop/product/broken-piece`)
    t.equal(status, 500)
    t.match(
      html,
      `: <span class="inline-block">${headers.get('x-request-id')}</span>`,
      'a shopper can quote the id by which staff find the log',
    )
    for (const term of ['>500<', ...texts]) t.ok(html.includes(term), term)
  }
})

t.test('a crawler is sent the status, and no page that it could take for one of the shop', async (t) => {
  for (const [path, status, title] of [
    ['/en/nothing', 404, 'Page Not Found'],
    ['/ru/shop/hats', 404, 'Страница не найдена'],
    ['/en/shop/product/broken-piece', 500, 'Internal Server Error'],
  ] as const) {
    const answer = await read(path, { 'user-agent': CRAWLER })
    t.equal(answer.status, status, path)
    t.match(answer.html, `<meta name="robots" content="noindex"><title>${title}</title>`)
    t.notMatch(answer.html, /<a |<script/)
  }
})

t.test('a language that we do not speak is not there either', async (t) => {
  for (const path of ['/de', '/de/shop', '/english']) t.equal((await read(path)).status, 404, path)
})
