import { hkdfSync } from 'node:crypto'

/**
 * Derives a key for one purpose from a secret by HKDF-SHA-256 (RFC 5869). The storefront derives `backend-calls` in the
 * same way.
 * @returns 32 bytes as base64url, 43 characters
 */
export function deriveKey(
  secret: string,
  purpose: 'backend-calls' | 'customer-calls' | 'medusa-jwt' | 'medusa-cookies',
): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `lumenite/${purpose}`, 32)).toString('base64url')
}
