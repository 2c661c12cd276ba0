import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import type { Stranded } from './stranded.ts'

/** As `commerce/src/api/admin/paypal/taken` tells it. */
interface Taken {
  payments: { at: string; amount: string; currency: string; cart_id: string | null; capture_id: string }[]
}

/**
 * Money that PayPal has taken and the backend does not know of yet: it is asked there, where the account's keys are.
 * @returns nothing where the backend cannot ask
 * @throws BackendError also where PayPal does not answer
 */
export async function takenByPayPal(admin: AdminClient, { since, until }: { since: Date; until: Date }) {
  const query = { since: since.toISOString(), until: until.toISOString() }
  const { payments } = await admin.fetch<Taken>('/admin/paypal/taken', { query }).catch((error: unknown) => {
    // A Medusa of one's own need not have this question.
    if (error instanceof BackendError && error.status === 404) return { payments: [] }
    throw error
  })
  return payments.map(({ at, amount, currency, cart_id: cartId, capture_id: providerReference }): Stranded => ({
    kind: 'paid-without-order',
    at,
    // PayPal counts in whole units, whatever the backend does.
    amount: toHundredths(Number(amount), 'major'),
    currency,
    cartId,
    orderId: null,
    orderNumber: null,
    provider: 'pp_paypal_paypal',
    providerReference,
  }))
}
