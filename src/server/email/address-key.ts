import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'

import { keyringOf } from '#server/keys.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'

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
