/** `--paper` of the tokens by day: what a phone shows until the page is there. */
const PAPER = '#fbf8f3'

/** What a device is told that puts the shop among its applications. @param brand as the operator calls it */
export function writeManifest(brand: string): string {
  return JSON.stringify({
    name: brand,
    short_name: brand,
    id: '/',
    // Leads to the visitor's own language.
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}
