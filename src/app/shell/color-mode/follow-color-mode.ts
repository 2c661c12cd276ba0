/**
 * Applies the color mode, starting before the first paint: `data-color-mode` (the shopper's choice) and
 * `data-forced-theme` (enforced by the page) determine `data-theme` and the theme color of the browser's bar. This
 * function's source is part of the inline script, so it must not use anything outside itself.
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
  // The browser uses the first theme color. Those in the HTML depend on the device's setting.
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
    // Storage access may throw in a private window.
  }
  choose(stored)
  show()

  system.addEventListener('change', show)
  // Another tab changed the choice. The key is null if that tab cleared the storage.
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) choose(event.newValue)
  })
  new MutationObserver(show).observe(html, { attributeFilter: ['data-color-mode', 'data-forced-theme'] })
}
