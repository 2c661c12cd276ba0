import { resetAnalytics } from '../analytics/analytics.ts'
import { forgetMeasurements } from '../consent/forget-measurements.ts'
import { SAVED_NEWS } from '../product/lists/saved-lists.ts'
import { createSafeStorage } from '../routing/safe-storage.ts'

const storage = createSafeStorage()

/** The customer who signed in last. Only the server knows whether the session still exists. */
const KEY = 'customer_id'

/** What a browser shares with the account. */
const SHARED = [KEY, 'synced', 'wish_list', 'recently_viewed', 'ring_size'] as const
/** What else a browser stores of a customer. */
const OWN = ['cart_id', 'wanted', 'compared', 'recentSearches', 'emailSubscription'] as const

/** What this browser has stored for another customer is deleted. */
export function noteSignIn(customerId: string): void {
  const former = storage.get(KEY)
  if (former !== undefined && former !== customerId) forgetCustomer()
  storage.set(KEY, customerId)
}

/** Deletes everything personal from this browser. */
export function forgetCustomer(): void {
  forgetShared()
  for (const key of OWN) storage.remove(key)
  createSafeStorage(() => sessionStorage).remove('checkout')
}

/** For a session that has ended. Drafts stay, and analytics no longer knows the visitor. */
export function forgetShared(): void {
  for (const key of SHARED) storage.remove(key)
  resetAnalytics()
  forgetMeasurements()
  dispatchEvent(new Event(SAVED_NEWS))
}
