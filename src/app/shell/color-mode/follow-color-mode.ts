/**
 * Shows the page in the right light, from before its first paint until it goes. Two attributes of `<html>` say what
 * is wanted, `data-color-mode` (the shopper's choice) and `data-forced-theme` (the page's own); `data-theme` says
 * what came of it, and the browser's own bar follows. Anyone who changes the first two is obeyed.
 *
 * Its text is the page's inline script, so it leans on nothing outside itself and runs before anything else does.
 * @param key where the choice is stored
 * @param paper the ground of each light, for the browser's bar
 */
export function followColorMode(
  key: string,
  themeOf: (chosen: string | undefined, forced: string | undefined, isSystemDark: boolean) => string,
  paper: Record<string, string>,
): void {
  const html = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const bar = document.createElement('meta')
  bar.name = 'theme-color'
  // The first one counts; those that the page came with speak for the device.
  document.head.prepend(bar)

  const show = (): void => {
    const theme = themeOf(html.dataset['colorMode'], html.dataset['forcedTheme'], system.matches)
    if (html.dataset['theme'] !== theme) html.dataset['theme'] = theme
    bar.content = paper[theme] ?? ''
  }
  const choose = (mode: string | null): void => {
    html.dataset['colorMode'] = mode === 'light' || mode === 'dark' ? mode : 'system'
  }

  let stored = null
  try {
    stored = localStorage.getItem(key)
  } catch {
    // A private window may throw on any access.
  }
  choose(stored)
  show()

  system.addEventListener('change', show)
  // Another tab chose; without a key it cleared everything.
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) choose(event.newValue)
  })
  new MutationObserver(show).observe(html, { attributeFilter: ['data-color-mode', 'data-forced-theme'] })
}
