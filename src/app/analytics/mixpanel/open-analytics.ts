import { setAnalytics, STUB, type Analytics } from '../analytics.ts'

const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** Opens Mixpanel; a stub of it where no project was named, and on somebody's own machine. */
export async function openAnalytics(token: string | null): Promise<Analytics> {
  if (!token || OWN_MACHINE.includes(location.hostname)) return STUB
  const { startMixpanel } = await import('./start-mixpanel.ts')
  const analytics = startMixpanel(token)
  setAnalytics(analytics)
  return analytics
}
