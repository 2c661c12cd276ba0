import { createHmac, timingSafeEqual } from 'node:crypto'

import type { MedusaRequest } from '@medusajs/framework/http'
import { MedusaError } from '@medusajs/framework/utils'

import { deriveKey, signingKey } from '../keys.ts'

/** Covers a slow network and clocks that differ a little. */
const VALID_SECONDS = 60

/** Its key signs only calls about customers. `header` is `t=<unix seconds>,v1=<hex hmac-sha256 of "<t>.<text>">`. */
export function checkStorefrontSignature(text: string | Buffer, header: string | string[] | undefined) {
  const key = signingKey()
  const [, time = '', hex = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(header?.toString() ?? '') ?? []
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= VALID_SECONDS
  if (key && hex && isRecent) {
    const expected = createHmac('sha256', deriveKey(key, 'customer-calls')).update(`${time}.`).update(text).digest()
    if (timingSafeEqual(expected, Buffer.from(hex, 'hex'))) return
  }
  throw new MedusaError(
    MedusaError.Types.UNAUTHORIZED,
    'The storefront has not signed this call, or its clock differs.',
  )
}

/** Throws MedusaError 401, as `checkStorefrontSignature`. */
export function readSigned(request: MedusaRequest): Record<string, string> {
  checkStorefrontSignature(request.rawBody as Buffer, request.headers['x-lumenite-signature'])
  const fields = Object.entries(request.body as object).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(fields)
}
