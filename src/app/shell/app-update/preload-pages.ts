import type { RouteObject } from 'react-router'

import type { Locale } from '#shared/i18n/locale.ts'
import type { BuildManifest } from '#shared/page/build-manifest.ts'

import { linkOf } from '../../routing/navigate-from-links.ts'
import { savesData } from '../../ui/may-move.ts'

/** A pointer that only crosses a link preloads nothing. */
const INTENT_MS = 65

export interface PreloadPagesOptions {
  manifest: BuildManifest
  locale: Locale
  findPage: (link: HTMLAnchorElement) => RouteObject | undefined
  signal: AbortSignal
}

/** Ignores links that load a document, and does nothing if data saver is on. `first` started the preloading. */
export function preloadPages({ manifest, locale, findPage, signal }: PreloadPagesOptions, first: Event): void {
  if (savesData() || signal.aborted) return
  const queue = createPreloadQueue((file) => preloadModule(file, manifest.sha384[file]))
  let intent: ReturnType<typeof setTimeout> | undefined

  function handleIntent(event: Event): void {
    clearTimeout(intent)
    const link = linkOf(event)
    const page = link ? findPage(link) : undefined
    if (!page) return
    const { id, handle } = page as { id: string; handle: { messages?: string[] } }
    const messages = handle.messages ?? []
    const parts = [`${id}.tsx`, ...messages.map((name) => `../../locales/${name}/${locale}.po`)]
    const enqueue = () => queue.add(id, [...new Set(parts.flatMap((part) => manifest.parts[part] ?? []))])
    // A touch requires no hover delay.
    if (event instanceof PointerEvent && event.pointerType !== 'mouse') enqueue()
    else intent = setTimeout(enqueue, INTENT_MS)
  }
  for (const type of ['pointerover', 'keyup']) document.addEventListener(type, handleIntent, { passive: true, signal })
  handleIntent(first)
}

/** @param sha384 subresource integrity hash */
async function preloadModule(file: string, sha384: string | undefined): Promise<void> {
  if (document.querySelector(`link[href="${file}"]`)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  if (sha384) link.integrity = `sha384-${sha384}`
  // The queue also continues after a failure.
  link.addEventListener('load', () => resolve())
  link.addEventListener('error', () => resolve())
  document.head.append(link)
  await promise
}

/** Limits parallel preloads, so that they do not delay the page's own requests. */
const CONCURRENCY = 4

/** @param load fetches one file; never rejects */
export function createPreloadQueue(load: (file: string) => Promise<unknown>) {
  const known = new Set<string>()
  const waiting: (readonly string[])[] = []
  let running = 0

  async function next(): Promise<void> {
    const files = running < CONCURRENCY ? waiting.pop() : undefined
    if (!files) return
    running++
    await Promise.all(files.map(load))
    running--
    void next()
  }

  return {
    /** Does nothing for files that were queued before. The newest entry is loaded first. */
    add(page: string, files: readonly string[]) {
      if (known.has(page)) return
      known.add(page)
      waiting.push(files)
      void next()
    },
  }
}
