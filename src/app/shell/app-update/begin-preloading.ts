import { buildManifestPath, type BuildManifest } from '#shared/page/build-manifest.ts'

import { linkOf } from '../../routing/navigate-from-links.ts'
import { fetchJson } from './fetch-json.ts'
import type { PreloadPagesOptions } from './preload-pages.ts'

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
