import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto'

import type { Backend } from './commerce.ts'
import { inDatabase } from './databases.ts'

/**
 * The token in the email about a forgotten password. Medusa gives it only to its own subscribers and stores a hash of
 * its id, so the newest reset gets an id that the test knows.
 */
export async function resetTokenOf(commerce: Backend, email: string): Promise<string> {
  const jti = randomUUID()
  const hash = createHash('sha256').update(jti).digest('hex')
  const sql = 'UPDATE auth_password_reset_token SET token_hash = $1 WHERE entity_id = $2'
  await inDatabase(commerce.shopDatabaseUrl, sql, [hash, email])
  const claims = { entity_id: email, provider: 'emailpass', actor_type: 'customer', purpose: 'reset', jti }
  return sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 600 }, jwtKey(commerce))
}

/** Derived as in `commerce/medusa-config.js`. */
function jwtKey({ medusaSecret }: Backend): string {
  return Buffer.from(hkdfSync('sha256', medusaSecret, '', 'lumenite/medusa-jwt', 32)).toString('base64url')
}

function sign(claims: object, secret: string): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
