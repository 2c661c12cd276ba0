import { buildManifestPath, type BuildManifest } from '#shared/page/build-manifest.ts'

import { linkOf } from '../../routing/navigate-from-links.ts'
import { fetchJson } from './fetch-json.ts'
import type { PreloadPagesOptions } from './preload-pages.ts'

/** Mouse, touch and keyboard events of a link. `focusin` is not used, because a closing popup also focuses links. */
const INTENT_EVENTS = ['pointerover', 'keyup']

interface BeginPreloadingOptions extends Omit<PreloadPagesOptions, 'manifest'> {
  build: string
}

/** The preloading code is imported only when the shopper first points at a link. */
export async function beginPreloading({ build, ...options }: BeginPreloadingOptions): Promise<void> {
  const { signal } = options
  let started: Promise<void> | undefined
  try {
    const manifest = await fetchJson<BuildManifest>(buildManifestPath(build))
    const startPreloading = async (event: Event) => {
      const { preloadPages } = await import('./preload-pages.ts')
      preloadPages({ manifest, ...options }, event)
    }
    const start = (event: Event) => {
      if (!started && linkOf(event)) started = startPreloading(event).catch(() => undefined)
    }
    for (const type of INTENT_EVENTS) document.addEventListener(type, start, { passive: true, signal })
  } catch (error) {
    console.debug('Failed to fetch the build manifest:', error)
  }
}
