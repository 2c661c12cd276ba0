import { hkdfSync } from 'node:crypto'

/** HKDF-SHA-256 (RFC 5869) as base64url. The storefront derives `backend-calls` in the same way. */
export function deriveKey(
  secret: string,
  purpose: 'backend-calls' | 'customer-calls' | 'medusa-jwt' | 'medusa-cookies',
): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `lumenite/${purpose}`, 32)).toString('base64url')
}
