import { addressHash } from '#server/email/address-key.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { CONSENT_TEXT_VERSION } from '#shared/newsletter/consent-text.ts'

import type { Mailing } from './mailing.ts'
import { endSubscription, findSubscription, renewSubscription, setEmailLanguage } from './subscriptions-queries.ts'
import { lift, suppress } from './suppression-queries.ts'

export interface PreferencesChange {
  language?: Locale | undefined
  subscribed?: boolean | undefined
  /** Whether hints may come. */
  hints?: boolean | undefined
}

/**
 * What the holder of a link in an email wants from now on.
 * @returns false where the subscription is no longer kept
 */
export async function changePreferences(
  { database }: Mailing,
  subscriptionId: string,
  { language, subscribed, hints }: PreferencesChange,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const found = await findSubscription(tx, subscriptionId)
    if (!found) return false
    if (language) await setEmailLanguage(tx, found.id, language)
    if (subscribed === true) await renewSubscription(tx, found.id, CONSENT_TEXT_VERSION)
    if (subscribed === false) await endSubscription(tx, found.id)
    const hash = addressHash(found.email_key)
    if (hints === true) await lift(tx, hash)
    if (hints === false) await suppress(tx, hash, 'preferences')
    return true
  })
}
