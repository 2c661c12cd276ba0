import { createSafeStorage } from '../../routing/safe-storage.ts'

const storage = createSafeStorage()

/**
 * Stores the advertisement click that led here as `fb.1.{timestamp}.{fbclid}`. It is read from the URL with which the
 * document was loaded, since the page may have navigated. The same click keeps its timestamp.
 */
export function keepClickId(): void {
  const [document] = performance.getEntriesByType('navigation')
  const clickId = new URL(document?.name ?? location.href).searchParams.get('fbclid')
  if (!clickId || storage.get('facebook_click_id')?.endsWith(`.${clickId}`)) return
  storage.set('facebook_click_id', `fb.1.${Date.now()}.${clickId}`)
}

/** Stores the pixel's id of this browser, once the pixel has set its cookie. */
export function keepBrowserId(): void {
  const [, browserId] = /(?:^|; )_fbp=([^;]+)/.exec(document.cookie) ?? []
  if (browserId) storage.set('facebook_browser_id', browserId)
}
