import { resetAnalytics } from '../analytics/analytics.ts'
import { forgetMeasurements } from '../consent/forget-measurements.ts'
import { SAVED_NEWS } from '../product/lists/saved-lists.ts'
import { createSafeStorage } from '../routing/safe-storage.ts'

const storage = createSafeStorage()

/** The id of the customer who signed in last in this browser. Only the server knows whether the session still exists. */
const KEY = 'customer_id'

/** What a browser shares with the account. */
const SHARED = [KEY, 'synced', 'wish_list', 'recently_viewed', 'ring_size'] as const
/** What else a browser stores of a customer. */
const OWN = ['cart_id', 'wanted', 'compared', 'recentSearches', 'emailSubscription'] as const

/** Marks this browser as signed in. What it has stored for another customer is deleted. */
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

/**
 * Deletes what this browser shares with the account, for a session that has ended. The drafts stay.
 * Analytics no longer knows the visitor.
 */
export function forgetShared(): void {
  for (const key of SHARED) storage.remove(key)
  resetAnalytics()
  forgetMeasurements()
  dispatchEvent(new Event(SAVED_NEWS))
}
