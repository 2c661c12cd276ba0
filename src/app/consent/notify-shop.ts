import type { ConsentRecord } from '#shared/privacy/consent.ts'

import { keepConsent, readConsent } from './consent.ts'

/** Puts the choice on the shop's record. Where that fails no one is bothered: the next visit tries again. */
export async function notifyShop(): Promise<void> {
  const consent = readConsent()
  if (!consent || consent.isTold) return
  const { choice, version, id } = consent
  try {
    const answer = await fetch('/api/consent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ choice, version, id } satisfies ConsentRecord),
      keepalive: true,
    })
    // Chosen anew in the meantime, it will be told of by itself.
    if (answer.ok && readConsent()?.time === consent.time) keepConsent({ ...consent, isTold: true })
  } catch {
    // Offline, or on the way to another page.
  }
}
