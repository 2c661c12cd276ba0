/**
 * Loads a page again whose style sheet or first script cannot be had: the build that made it may be gone. At most once in
 * so many milliseconds a path, as `mayReload` does for the parts of a page that are fetched later.
 *
 * Its text is part of the page's inline script, so it uses nothing outside itself.
 * @param key where the browser remembers the last reload of each path, in this tab
 */
export function loadAgainIfIncomplete(key: string, guardMs: number): void {
  const loadAgain = (): void => {
    try {
      const path = location.pathname
      const reloads = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, number>
      if (Date.now() - (reloads[path] ?? 0) < guardMs) return
      sessionStorage.setItem(key, JSON.stringify({ ...reloads, [path]: Date.now() }))
    } catch {
      // A browser that does not remember might load the page again for ever.
      return
    }
    location.reload()
  }
  // Errors of elements do not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof Element && target.matches('script[type=module],link[rel=stylesheet]')) loadAgain()
    },
    true,
  )
  // A style sheet that failed before this script ran: scripts wait for style sheets.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!link.sheet) loadAgain()
}
