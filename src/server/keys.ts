import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The purpose of a key. A key never verifies a signature of another purpose. */
export type KeyPurpose =
  | 'cookies'
  | 'backend-calls'
  | 'customer-calls'
  | 'email-links'
  | 'order-emails'
  | 'withdrawal-statements'
  | 'rate-limits'
  | 'sealed-emails'

/**
 * Derives the key of one purpose from `SECRET` by HKDF-SHA-256 (RFC 5869), so that a leaked key affects only that purpose.
 * @returns 32 bytes as base64url, 43 characters
 */
export function deriveKey(secret: string, purpose: KeyPurpose): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `lumenite/${purpose}`, 32)).toString('base64url')
}

/** Signs with one key; verifies with that key and earlier ones. Signatures are HMAC-SHA-256, 32 bytes. */
export interface Keyring {
  sign: (text: string | Buffer) => Buffer
  verify: (text: string | Buffer, signature: Buffer) => boolean
  /** Returns the signature by each key, the current key first; for values that are looked up instead of verified. */
  signatures: (text: string | Buffer) => Buffer[]
}

/**
 * @param current the key that signs and verifies
 * @param previous keys that only verify
 */
export function createKeyring(current: string, ...previous: string[]): Keyring {
  const signWith = (key: string, text: string | Buffer): Buffer => createHmac('sha256', key).update(text).digest()
  const signatures = (text: string | Buffer): Buffer[] => [current, ...previous].map((key) => signWith(key, text))
  return {
    sign: (text) => signWith(current, text),
    verify: (text, signature) =>
      signatures(text).some((own) => own.length === signature.length && timingSafeEqual(own, signature)),
    signatures,
  }
}

/** `SECRET`, or a list that begins with it and continues with `FORMER_SECRETS`, which only verify and decrypt. */
export type Secrets = string | readonly [string, ...string[]]

/** Returns the secrets of a shop, the current one first. */
export function secretsOf(config: {
  secret: string
  formerSecrets: readonly string[]
}): readonly [string, ...string[]] {
  return [config.secret, ...config.formerSecrets]
}

/** Derives the key of one purpose from each secret, that of the current secret first. */
export function deriveKeys(secrets: Secrets, purpose: KeyPurpose): [string, ...string[]] {
  const [current, ...former] = typeof secrets === 'string' ? ([secrets] as const) : secrets
  return [deriveKey(current, purpose), ...former.map((secret) => deriveKey(secret, purpose))]
}

export function keyringOf(secrets: Secrets, purpose: KeyPurpose): Keyring {
  return createKeyring(...deriveKeys(secrets, purpose))
}
