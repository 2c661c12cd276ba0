import { hkdfSync } from 'node:crypto'

/** HKDF-SHA-256 (RFC 5869) as base64url. The storefront derives `backend-calls` in the same way. */
export function deriveKey(
  secret: string,
  purpose: 'backend-calls' | 'customer-calls' | 'medusa-jwt' | 'medusa-cookies',
) {
  return Buffer.from(hkdfSync('sha256', secret, '', `lumenite/${purpose}`, 32)).toString('base64url')
}

/** BACKEND_SIGNING_KEY, or a key derived from SECRET; undefined if neither is set. */
export function signingKey() {
  const { BACKEND_SIGNING_KEY: key, SECRET: secret } = process.env
  return key || (secret && deriveKey(secret, 'backend-calls'))
}
