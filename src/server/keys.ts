import { hkdfSync } from 'node:crypto'

/** What a key is for; a key of one purpose never verifies what another one signed. */
export type KeyPurpose =
  | 'cookies'
  | 'backend-calls'
  | 'email-links'
  | 'order-emails'
  | 'withdrawal-statements'
  | 'rate-limits'
  | 'pub-sub'
  | 'sealed-emails'

/**
 * Derives the key of one purpose from `SECRET` by HKDF-SHA-256 (RFC 5869), so that a leaked key opens nothing else.
 * @returns 32 bytes as base64url, 43 characters
 */
export function deriveKey(secret: string, purpose: KeyPurpose): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `lumenite/${purpose}`, 32)).toString('base64url')
}
