import { useContext, useEffect } from 'react'

import { buildManifestPath, type BuildManifest, LATEST_BUILD_PATH, type Build } from '#shared/page/build-manifest.ts'

import { loadNextPageWhole, linkOf } from '../../routing/navigate-from-links.ts'
import { usePage } from '../../routing/page-context.tsx'
import { fetchJson } from './fetch-json.ts'
import { FindPage } from './find-page.ts'
import type { PreloadPagesOptions } from './preload-pages.ts'

/** Lets the next page be a newer build's where there is one, and else brings its files when someone reaches for it. */
export function FollowBuilds() {
  const { build, locale } = usePage()
  const findPage = useContext(FindPage)
  useEffect(() => {
    if (!build) return undefined
    const preloading = new AbortController()
    const stopWatching = watchBuilds(build, () => {
      preloading.abort()
      loadNextPageWhole()
    })
    void beginPreloading({ build, locale, findPage, signal: preloading.signal })
    return () => {
      preloading.abort()
      stopWatching()
    }
  }, [build, locale, findPage])
  return null
}

/** What tells of a pointer or a finger over a link, or the keyboard at it; a focus may also be given by a popup of ours. */
const REACHES = ['pointerover', 'keyup']

interface BeginPreloadingOptions extends Omit<PreloadPagesOptions, 'manifest'> {
  build: string
}

/** Reads what the build is made of. What makes use of that is not needed before the visitor reaches for a link. */
export async function beginPreloading({ build, ...options }: BeginPreloadingOptions): Promise<void> {
  const { signal } = options
  let begun: Promise<void> | undefined
  try {
    const manifest = await fetchJson<BuildManifest>(buildManifestPath(build))
    const begin = async (event: Event) => {
      const { preloadPages } = await import('./preload-pages.ts')
      preloadPages({ manifest, ...options }, event)
    }
    const start = (event: Event) => {
      if (!begun && linkOf(event)) begun = begin(event).catch(() => undefined)
    }
    for (const type of REACHES) document.addEventListener(type, start, { passive: true, signal })
  } catch (error) {
    console.debug('Failed to fetch the build manifest:', error)
  }
}

/** A shop is not built anew every hour; a page may be open for days. */
const LOOK_EVERY_MS = 15 * 60_000

/** Someone may go back and forth between two tabs. */
const AT_MOST_EVERY_MS = 5 * 60_000

/**
 * Looks whether the shop has a newer build than the page's: now, and from time to time while someone sees the page.
 * @param onNewBuild called once
 * @returns what stops it
 */
export function watchBuilds(build: string, onNewBuild: () => void): () => void {
  const life = new AbortController()
  const { signal } = life
  let looked = 0

  async function look(): Promise<void> {
    if (document.visibilityState === 'hidden' || Date.now() - looked < AT_MOST_EVERY_MS) return
    looked = Date.now()
    try {
      const { id } = await fetchJson<Build>(LATEST_BUILD_PATH)
      if (id === build || signal.aborted) return
      stop()
      onNewBuild()
    } catch (error) {
      console.debug('Failed to fetch the latest build:', error)
    }
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', () => void look(), { signal })
  void look()
  return stop

  function stop(): void {
    clearInterval(timer)
    life.abort()
  }
}
