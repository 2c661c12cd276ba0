import { createSafeStorage } from '../../routing/safe-storage.ts'

const storage = createSafeStorage()

/**
 * Keeps the click that led here as `fb.1.{timestamp}.{fbclid}`. The page may have moved on since: the address that the
 * document was asked for by is what counts. The same click keeps its time.
 */
export function keepClickId(): void {
  const [document] = performance.getEntriesByType('navigation')
  const clickId = new URL(document?.name ?? location.href).searchParams.get('fbclid')
  if (!clickId || storage.get('facebook_click_id')?.endsWith(`.${clickId}`)) return
  storage.set('facebook_click_id', `fb.1.${Date.now()}.${clickId}`)
}

/** Keeps the name that the pixel gave this browser, once there is one. */
export function keepBrowserId(): void {
  const [, browserId] = /(?:^|; )_fbp=([^;]+)/.exec(document.cookie) ?? []
  if (browserId) storage.set('facebook_browser_id', browserId)
}
