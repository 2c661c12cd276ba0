import { createSafeStorage } from '../../routing/safe-storage.ts'

const storage = createSafeStorage()

/**
 * Stores `fb.1.{timestamp}.{fbclid}` from the URL with which the document was loaded, because the page may have
 * navigated since. A click that is already stored keeps its timestamp.
 */
export function keepClickId(): void {
  const [document] = performance.getEntriesByType('navigation')
  const clickId = new URL(document?.name ?? location.href).searchParams.get('fbclid')
  if (!clickId || storage.get('facebook_click_id')?.endsWith(`.${clickId}`)) return
  storage.set('facebook_click_id', `fb.1.${Date.now()}.${clickId}`)
}

export function keepBrowserId(): void {
  const [, browserId] = /(?:^|; )_fbp=([^;]+)/.exec(document.cookie) ?? []
  if (browserId) storage.set('facebook_browser_id', browserId)
}
