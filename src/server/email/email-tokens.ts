import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'

import { keyringOf } from '#server/keys.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'

/** What a link in an email lets its holder do. */
export type TokenPurpose = 'confirm' | 'preferences' | 'stop' | 'order' | 'opened' | 'take-back'

export type ReadToken =
  /** `lapsed` ones are ours all the same: to leave, an old link is good enough. */
  { state: 'good' | 'lapsed'; subject: string } | { state: 'damaged' }

export interface EmailTokens {
  /**
   * @param subject the id of a subscription, an order or a withdrawal, or the hash of an address; never the address
   * itself
   */
  sign(purpose: TokenPurpose, subject: string): string
  read(purpose: TokenPurpose, token: string): ReadToken
}

/** The email of confirmation names the first; the others are to work for as long as someone may keep an email. */
const DAYS: Record<TokenPurpose, number> = {
  confirm: 7,
  preferences: 400,
  stop: 400,
  // As long as an order can be found.
  order: 730,
  opened: 1,
  'take-back': 30,
}
const SECONDS_A_DAY = 86_400
const FORM = /^([\w-]{1,80})\.([\da-z]{1,8})\.([\w-]{43})$/

/** Links that no one else can write: subject, time of lapse, and our signature over both and the purpose. */
export function createEmailTokens(secret: string, now: () => number = Date.now): EmailTokens {
  const keys = keyringOf(secret, 'email-links')
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

/** As names of hosts are written; several in a row, with a dot between them. */
const DOMAIN = /^[\w-]{1,63}(?:\.[\w-]{1,63})+$/

/**
 * An address as it is compared: lower case, and the domain as the network writes it. What stands behind a plus stays,
 * since for some providers it is another mailbox.
 * @returns undefined where it is no address that an email could go to
 */
export function addressKey(email: string): string | undefined {
  if (!isEmailAddress(email)) return undefined
  const address = email.trim().normalize('NFC')
  const at = address.indexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return DOMAIN.test(domain) ? `${address.slice(0, at).toLowerCase()}@${domain}` : undefined
}

/**
 * Stands for a mailbox where it need not be known, only recognised. What stands behind a plus is left out: anyone who
 * wants no hints, or has had enough of them, is not to be reached by another ending.
 * @param key as `addressKey` gives it
 */
export function addressHash(key: string): string {
  return createHash('sha256')
    .update(key.replace(/(?<=.)\+[^@]*@/, '@'))
    .digest('hex')
}

/**
 * Stands for the mailbox of an order. Numbers of orders can be counted up, so that no one without the shop's secret may
 * be able to try addresses on it.
 * @returns the hash by each key, the current one first: a hash that is in the database already is not written anew;
 * undefined where it is no address that an email could go to
 */
export function orderAddressHashes(secret: string, email: string): string[] | undefined {
  const key = addressKey(email)
  if (!key) return undefined
  const { signatures } = keyringOf(secret, 'order-emails')
  return signatures(`order ${addressHash(key)}`).map((hash) => hash.toString('hex'))
}

/** The hash that is written to the database; see `orderAddressHashes`. */
export function orderAddressHash(secret: string, email: string): string | undefined {
  return orderAddressHashes(secret, email)?.[0]
}
