import { setAnalytics, STUB, type Analytics } from '../analytics.ts'

const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Opens Mixpanel; a stub of it where no project was named, and on one's own machine.
 * @throws when `over` was aborted before the library was here: it does not begin then
 */
export async function openAnalytics(token: string | null, over: AbortSignal): Promise<Analytics> {
  if (!token || OWN_MACHINE.includes(location.hostname)) return STUB
  const { startMixpanel } = await import('./start-mixpanel.ts')
  over.throwIfAborted()
  const analytics = startMixpanel(token)
  setAnalytics(analytics)
  return analytics
}
