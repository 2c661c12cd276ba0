/**
 * Reloads a page whose style sheet or entry script fails to load, because its build may have been replaced. At most one
 * reload per path and interval; `mayReload` does the same for scripts that are loaded later.
 *
 * Its source is part of the inline script, so it uses nothing outside itself.
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
      // Without working storage the page might reload forever.
      return
    }
    location.reload()
  }
  // Error events of elements do not bubble, so they are captured.
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
