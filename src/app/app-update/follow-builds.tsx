import { useContext, useEffect } from 'react'

import { buildManifestPath, type BuildManifest } from '#shared/page/build-manifest.ts'

import { FindPage } from '../routing/find-page.ts'
import { loadNextPageWhole } from '../routing/navigate-from-links.ts'
import { usePage } from '../routing/page-context.tsx'
import { fetchJson, watchBuilds } from './watch-builds.ts'

/** Lets the next page be a newer build's where there is one, and else brings its files when somebody reaches for it. */
export function FollowBuilds() {
  const { build, locale } = usePage()
  const findPage = useContext(FindPage)
  useEffect(() => {
    if (!build) return undefined
    const life = new AbortController()
    const { signal } = life
    const stopWatching = watchBuilds(build, () => {
      life.abort()
      loadNextPageWhole()
    })

    async function preload(): Promise<void> {
      const manifest = await fetchJson<BuildManifest>(buildManifestPath(build))
      // Until somebody reaches for something, nobody needs what preloads it.
      const begin = async (event: Event) =>
        (await import('./preload-pages.ts')).preloadPages({ manifest, locale, findPage, signal }, event)
      let begun: Promise<void> | undefined
      const start = (event: Event) => void (begun ??= begin(event).catch(() => undefined))
      for (const type of ['pointerover', 'focusin']) document.addEventListener(type, start, { once: true, signal })
    }
    preload().catch((error: unknown) => console.debug('Failed to fetch the build manifest:', error))
    return () => {
      life.abort()
      stopWatching()
    }
  }, [build, locale, findPage])
  return null
}
