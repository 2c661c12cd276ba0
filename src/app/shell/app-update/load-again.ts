/**
 * The build of a page whose style sheet or entry script fails to load may have been replaced. There is at most one
 * reload per path and interval. `mayReload` does this for scripts that are loaded later. This function's source is part
 * of the inline script, so it must not use anything outside itself.
 * @param key sessionStorage key of the last reload of each path
 */
export function loadAgainIfIncomplete(key: string, guardMs: number): void {
  const loadAgain = (): void => {
    try {
      const path = location.pathname
      const reloads = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, number>
      if (Date.now() - (reloads[path] ?? 0) < guardMs) return
      sessionStorage.setItem(key, JSON.stringify({ ...reloads, [path]: Date.now() }))
    } catch {
      // Without working storage, the page might reload forever.
      return
    }
    location.reload()
  }
  // Error events of elements do not bubble, so the listener uses the capture phase.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof Element && target.matches('script[type=module],link[rel=stylesheet]')) loadAgain()
    },
    true,
  )
  // A style sheet may have failed before this script ran, because scripts wait for style sheets.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!link.sheet) loadAgain()
}
