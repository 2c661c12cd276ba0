import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'

import { keyringOf, type Secrets } from '#server/keys.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'

export type TokenPurpose = 'confirm' | 'preferences' | 'stop' | 'order' | 'opened' | 'take-back' | 'stock-alert'

export type ReadToken =
  /** A `lapsed` token has a valid signature: an expired link still works for unsubscribing. */
  { state: 'good' | 'lapsed'; subject: string } | { state: 'damaged' }

export interface EmailTokens {
  /** @param subject an id or the hash of an address; never the address itself */
  sign(purpose: TokenPurpose, subject: string): string
  read(purpose: TokenPurpose, token: string): ReadToken
}

/** In days. The confirmation email states the first; the others have to work for as long as people keep emails. */
const DAYS: Record<TokenPurpose, number> = {
  confirm: 7,
  preferences: 400,
  stop: 400,
  // Orders can be looked up for the same time.
  order: 730,
  opened: 1,
  'take-back': 30,
  'stock-alert': 400,
}
const SECONDS_A_DAY = 86_400
/** The last character has two unused bits, which are 0. Decoding ignores them: a token with other bits is refused. */
const FORM = /^([\w-]{1,80})\.([\da-z]{1,8})\.([\w-]{42}[AEIMQUYcgkosw048])$/

export function createEmailTokens(secrets: Secrets, now: () => number = Date.now): EmailTokens {
  const keys = keyringOf(secrets, 'email-links')
  const textOf = (purpose: TokenPurpose, subject: string, lapses: string) => `letter ${purpose} ${subject} ${lapses}`
  return {
    sign(purpose, subject) {
      const lapses = (Math.floor(now() / 1000) + DAYS[purpose] * SECONDS_A_DAY).toString(36)
      return `${subject}.${lapses}.${keys.sign(textOf(purpose, subject, lapses)).toString('base64url')}`
    },
    read(purpose, token) {
      const [, subject = '', lapses = '', signature = ''] = FORM.exec(token) ?? []
      const isOurs = keys.verify(textOf(purpose, subject, lapses), Buffer.from(signature, 'base64url'))
      if (!isOurs) return { state: 'damaged' }
      return { state: Number.parseInt(lapses, 36) * 1000 < now() ? 'lapsed' : 'good', subject }
    },
  }
}

const DOMAIN = /^[\w-]{1,63}(?:\.[\w-]{1,63})+$/

/** A plus suffix is not removed: for some providers it is another mailbox. Undefined if it is not deliverable. */
export function addressKey(email: string): string | undefined {
  if (!isEmailAddress(email)) return undefined
  const address = email.trim().normalize('NFC')
  const at = address.indexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return DOMAIN.test(domain) ? `${address.slice(0, at).toLowerCase()}@${domain}` : undefined
}

/** Without plus suffix and Gmail's dots, so that a recipient who opted out gets no more under another spelling. */
export function addressHash(key: string): string {
  const [, name = '', domain = ''] = /^(.[^+@]*).*@(.*)$/.exec(key) ?? []
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  const mailbox = isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
  return createHash('sha256').update(mailbox).digest('hex')
}

/** With the plus suffix, because the owner of one suffix may not act for another. `key` is from `addressKey`. */
export function recipientHash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/**
 * Order numbers can be enumerated, so addresses must not be testable without the secret.
 * @returns the hash by each key, the current first, because stored hashes are not rewritten when the key changes
 */
export function orderAddressHashes(secrets: Secrets, email: string): string[] | undefined {
  const key = addressKey(email)
  if (!key) return undefined
  const { signatures } = keyringOf(secrets, 'order-emails')
  return signatures(`order ${addressHash(key)}`).map((hash) => hash.toString('hex'))
}

export function orderAddressHash(secret: string, email: string): string | undefined {
  return orderAddressHashes(secret, email)?.[0]
}
