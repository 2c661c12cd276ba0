import { LATEST_BUILD_PATH, type Build } from '#shared/page/build-manifest.ts'

import { fetchJson } from './fetch-json.ts'

/** The shop is rarely rebuilt, but a page may be open for days. */
const LOOK_EVERY_MS = 15 * 60_000

/** Applies when the shopper switches tabs. */
const AT_MOST_EVERY_MS = 5 * 60_000

/** Checks now, and regularly while the page is visible. `onNewBuild` is called once. */
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
