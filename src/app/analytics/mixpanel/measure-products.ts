import { drawId } from '#shared/privacy/draw-id.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'

import { createSafeStorage } from '../../routing/safe-storage.ts'
import { STUB, type Analytics, setAnalytics } from '../analytics.ts'
import type { Measure, ShopEvent } from '../measure.ts'

const FIRST_PRODUCT_KEY = 'mixpanel_first_product'

/** What shoppers do with products; what campaigns do is the pixel's. */
const EVENTS: readonly ShopEvent['name'][] = ['Cart Opened', 'Cart Quantity Updated', 'Product Removed from Cart']

/** Tells of products that are looked at, and of what becomes of them in the cart. @param over aborted with a no */
export async function measureProducts(token: string | null, over: AbortSignal): Promise<Measure> {
  const analytics = await openAnalytics(token, over)
  return {
    onProduct(product) {
      if (analytics !== STUB) introduce(analytics, product)
      const { id, title, categories } = product
      analytics.track('Product Viewed', { id, name: title, category: categories[0]?.name ?? null })
    },
    onEvent({ name, facts }) {
      if (EVENTS.includes(name)) analytics.track(name, facts)
    },
    end: analytics.end,
  }
}

/** With the first product that someone looks at begins their profile; once in a browser. */
function introduce(analytics: Analytics, { title, handle, categories }: ShownProduct): void {
  const storage = createSafeStorage()
  if (storage.get(FIRST_PRODUCT_KEY)) return
  analytics.identify(drawId())
  analytics.people.set({
    'First Product Viewed': handle,
    'First Product Name': title,
    'First Product Category': categories[0]?.name ?? null,
    'First Seen': new Date().toISOString(),
  })
  storage.set(FIRST_PRODUCT_KEY, 'true')
}

const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Opens Mixpanel; a stub of it where no project was named, and on one's own machine.
 * @throws when `over` was aborted before the library was here: it does not begin then
 */
async function openAnalytics(token: string | null, over: AbortSignal): Promise<Analytics> {
  if (!token || OWN_MACHINE.includes(location.hostname)) return STUB
  const { startMixpanel } = await import('./start-mixpanel.ts')
  over.throwIfAborted()
  const analytics = startMixpanel(token)
  setAnalytics(analytics)
  return analytics
}
