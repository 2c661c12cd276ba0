import type { RouteObject } from 'react-router'

import type { Locale } from '#shared/i18n/locale.ts'
import type { BuildManifest } from '#shared/page/build-manifest.ts'

import { linkOf } from '../../routing/navigate-from-links.ts'

/** Who only passes over a link is gone by then. */
const INTENT_MS = 65

export interface PreloadPagesOptions {
  manifest: BuildManifest
  locale: Locale
  findPage: (link: HTMLAnchorElement) => RouteObject | undefined
  signal: AbortSignal
}

/**
 * Brings the files of a page when someone reaches for a link to it, with a pointer, a finger or the keyboard. Pages
 * with a document of their own are left alone, and so is anyone who saves data.
 * @param first what has happened already
 */
export function preloadPages({ manifest, locale, findPage, signal }: PreloadPagesOptions, first: Event): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData || signal.aborted) return
  const queue = createPreloadQueue((file) => preloadModule(file, manifest.sha384[file]))
  let intent: ReturnType<typeof setTimeout> | undefined

  function reach(event: Event): void {
    clearTimeout(intent)
    const link = linkOf(event)
    const page = link ? findPage(link) : undefined
    if (!page) return
    const { id, handle } = page as { id: string; handle: { messages?: string[] } }
    const messages = handle.messages ?? []
    const parts = [
      `${id}.tsx`,
      'routing/browser-shop-data.ts',
      ...messages.map((name) => `../../locales/${name}/${locale}.po`),
    ]
    const bring = () => queue.add(id, [...new Set(parts.flatMap((part) => manifest.parts[part] ?? []))])
    // A finger that touches a link means it.
    if (event instanceof PointerEvent && event.pointerType !== 'mouse') bring()
    else intent = setTimeout(bring, INTENT_MS)
  }
  for (const type of ['pointerover', 'keyup']) document.addEventListener(type, reach, { passive: true, signal })
  reach(first)
}

/** @param sha384 of its bytes: a browser does not run a script that has others */
async function preloadModule(file: string, sha384: string | undefined): Promise<void> {
  if (document.querySelector(`link[href="${file}"]`)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  if (sha384) link.integrity = `sha384-${sha384}`
  // Whether it came or not, the next one's turn has come.
  link.addEventListener('load', () => resolve())
  link.addEventListener('error', () => resolve())
  document.head.append(link)
  await promise
}

/** More would stand in the way of what the page itself asks for. */
const MOST_AT_ONCE = 4

interface PreloadQueue {
  /** Fetches what a page needs, if that was not asked for before; of those that wait the newest comes first. */
  add(page: string, files: readonly string[]): void
}

/** @param load fetches one file; never rejects */
export function createPreloadQueue(load: (file: string) => Promise<unknown>): PreloadQueue {
  const known = new Set<string>()
  const waiting: (readonly string[])[] = []
  let running = 0

  async function next(): Promise<void> {
    const files = running < MOST_AT_ONCE ? waiting.pop() : undefined
    if (!files) return
    running++
    await Promise.all(files.map(load))
    running--
    void next()
  }

  return {
    add(page, files) {
      if (known.has(page)) return
      known.add(page)
      waiting.push(files)
      void next()
    },
  }
}
