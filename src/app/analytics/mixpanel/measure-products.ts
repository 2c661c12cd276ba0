import type { ShownProduct } from '#shared/product/shown-product.ts'

import { drawId } from '../../consent/consent.ts'
import { createSafeStorage } from '../../routing/safe-storage.ts'
import { STUB, type Analytics, setAnalytics } from '../analytics.ts'
import type { AnalyticsService, ShopEvent } from '../track.ts'

const FIRST_PRODUCT_KEY = 'mixpanel_first_product'

/** Campaign events are sent to the Meta pixel instead. */
const EVENTS: readonly ShopEvent['name'][] = ['Cart Opened', 'Cart Quantity Updated', 'Product Removed from Cart']

/** Customers who are signed in are identified by their id. `over` is aborted when the visitor rejects. */
export async function measureProducts(token: string | null, over: AbortSignal): Promise<AnalyticsService> {
  const analytics = await openAnalytics(token, over)
  // Mixpanel ignores an id that it knows already.
  const customerId = createSafeStorage().get('customer_id')
  if (customerId !== undefined) analytics.identify(customerId)
  return {
    onProduct(product) {
      if (analytics !== STUB) startProfile(analytics, product)
      const { id, title, categories } = product
      analytics.track('Product Viewed', { id, name: title, category: categories[0]?.name ?? null })
    },
    onEvent({ name, properties }) {
      if (EVENTS.includes(name)) analytics.track(name, properties)
    },
    end: analytics.end,
  }
}

function startProfile(analytics: Analytics, { title, handle, categories }: ShownProduct): void {
  const storage = createSafeStorage()
  if (storage.get(FIRST_PRODUCT_KEY)) return
  if (storage.get('customer_id') === undefined) analytics.identify(drawId())
  analytics.people.set({
    'First Product Viewed': handle,
    'First Product Name': title,
    'First Product Category': categories[0]?.name ?? null,
    'First Seen': new Date().toISOString(),
  })
  storage.set(FIRST_PRODUCT_KEY, 'true')
}

const LOCALHOST = ['localhost', '127.0.0.1', '[::1]']

/** @throws if `over` is aborted before the library has loaded */
async function openAnalytics(token: string | null, over: AbortSignal): Promise<Analytics> {
  if (!token || LOCALHOST.includes(location.hostname)) return STUB
  const { startMixpanel } = await import('./start-mixpanel.ts')
  over.throwIfAborted()
  const analytics = startMixpanel(token)
  setAnalytics(analytics)
  return analytics
}
