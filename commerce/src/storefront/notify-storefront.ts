import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { logger } from '@medusajs/framework/logger'

import { deriveKey } from '../keys.ts'

/** Every try meets the same trouble: anyone who reads the log is told of it once in so long. */
const LOG_AGAIN_MS = 3_600_000

export interface StorefrontSignal {
  /** Of the storefront's `/api/_internal`. */
  path: string
  body: object
  /** Milliseconds before each try. */
  pauses: readonly number[]
  /** Milliseconds that one try may take. */
  patience: number
}

/** Why the storefront has not understood. */
interface Trouble {
  what: string
  lookAt: string
  /** It answered, and would not hear of it: that does not mend by itself. */
  isClientError: boolean
}

/** When each trouble was said last. */
const reported = new Map<string, number>()

/**
 * Tells the storefront, signed, until it has understood or every try is spent; never throws. What the operator has to
 * look at is said in the log.
 * @param origin of the storefront that is notified; empty for none
 * @returns whether it has understood
 */
export async function notifyStorefront(
  { path, body, pauses, patience }: StorefrontSignal,
  origin = process.env['STOREFRONT_URL'],
): Promise<boolean> {
  const key = signingKey()
  if (!origin || !key) return false
  const text = JSON.stringify(body)
  for (const [index, wait] of pauses.entries()) {
    await pause(wait)
    const trouble = await post(`${origin}${path}`, text, key, patience)
    if (!trouble) return true
    // A storefront that is being restarted is no one's business before it has been away for long.
    if (trouble.isClientError || index === pauses.length - 1) logTrouble(`${origin}${path}`, trouble)
  }
  return false
}

/** @returns undefined where it was understood; any other answer may be another one when the operator has mended it */
async function post(url: string, body: string, key: string, patience: number): Promise<Trouble | undefined> {
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-lumenite-signature': `t=${time},v1=${signature}` },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    await response.body?.cancel()
    const { ok, status } = response
    return ok ? undefined : { what: `answered ${status}`, lookAt: causeOf(status), isClientError: status < 500 }
  } catch (error) {
    const lookAt = 'whether it runs, and whether STOREFRONT_URL is its own address'
    return { what: `did not answer (${reasonOf(error)})`, lookAt, isClientError: false }
  }
}

/** The key that the storefront verifies with; undefined where neither it nor what it is derived from was set. */
function signingKey(): string | undefined {
  const { BACKEND_SIGNING_KEY: key, SECRET: secret } = process.env
  return key || (secret && deriveKey(secret, 'backend-calls'))
}

function causeOf(status: number): string {
  if (status === 401) return 'whether BACKEND_SIGNING_KEY is the same for both, and whether their clocks agree'
  if (status === 404 || status === 405) {
    return 'whether STOREFRONT_URL leads to the storefront, and its MEDUSA_URL to this backend'
  }
  if (status < 500) return 'whether its MEDUSA_PUBLISHABLE_KEY is valid, and whether both are of one version'
  return 'whether it and its database are well'
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return (cause as NodeJS.ErrnoException).code || (cause instanceof Error ? cause.message : String(cause))
}

function logTrouble(url: string, { what, lookAt }: Trouble): void {
  const about = `The storefront was told in vain: ${url} ${what}.`
  if (Date.now() - (reported.get(about) ?? -Infinity) < LOG_AGAIN_MS) return
  reported.set(about, Date.now())
  logger.warn(`${about} Look ${lookAt}; its own log says more.`)
}
