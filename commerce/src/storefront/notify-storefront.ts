import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { logger } from '@medusajs/framework/logger'
import { MedusaError } from '@medusajs/framework/utils'

import { deriveKey } from '../keys.ts'

/** A problem is logged at most once in this period. */
const LOG_AGAIN_MS = 3_600_000
const ASK_MS = 10_000

export interface StorefrontSignal {
  /** Below the storefront's `/api/_internal`. */
  path: string
  body: object
  /** Milliseconds, as `timeout`. */
  pauses: readonly number[]
  timeout: number
}

interface Failure {
  what: string
  check: string
  /** The storefront rejected the request, so that a retry alone does not help. */
  isClientError: boolean
}

/** The time of the last log line, by its text. */
const logged = new Map<string, number>()

/** Never throws; a failure is logged with what to check. `origin` is empty for none. */
export async function notifyStorefront(
  { path, body, pauses, timeout }: StorefrontSignal,
  origin = process.env['STOREFRONT_URL'],
): Promise<boolean> {
  const key = signingKey()
  if (!origin || !key) return false
  const text = JSON.stringify(body)
  for (const [index, wait] of pauses.entries()) {
    await pause(wait)
    const failure = await post(`${origin}${path}`, text, key, timeout)
    if (!failure) return true
    // Other failures are logged only after the last attempt: the storefront may just be restarting.
    if (failure.isClientError || index === pauses.length - 1) logFailure(`${origin}${path}`, failure)
  }
  return false
}

/** `timeout` is in milliseconds. Throws MedusaError with a sentence for the staff. */
export async function askStorefront(path: string, body: object, timeout = ASK_MS): Promise<unknown> {
  const origin = process.env['STOREFRONT_URL']
  const key = signingKey()
  if (!origin || !key) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      'The storefront is unknown here. Set STOREFRONT_URL and BACKEND_SIGNING_KEY for Medusa.',
    )
  }
  try {
    const response = await postSigned(`${origin}${path}`, JSON.stringify(body), key, timeout)
    if (response.ok) return await response.json()
    await response.body?.cancel()
    const { status } = response
    if (status < 500) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `The storefront runs and has refused this (${status}). Check ${clientErrorCauseOf(status)}.`,
      )
    }
    throw new Error(`answered ${status}`)
  } catch (error) {
    if (error instanceof MedusaError) throw error
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The storefront could not be asked (${reasonOf(error)}). Check whether it runs, and its log. Then reload this page.`,
    )
  }
}

async function postSigned(url: string, body: string, key: string, timeout: number): Promise<Response> {
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lumenite-signature': `t=${time},v1=${signature}` },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
}

/** Undefined if the storefront accepted the request. */
async function post(url: string, body: string, key: string, timeout: number): Promise<Failure | undefined> {
  try {
    const response = await postSigned(url, body, key, timeout)
    await response.body?.cancel()
    const { ok, status } = response
    return ok ? undefined : { what: `answered ${status}`, check: causeOf(status), isClientError: status < 500 }
  } catch (error) {
    const check = 'whether it runs, and whether STOREFRONT_URL is its own address'
    return { what: `did not answer (${reasonOf(error)})`, check, isClientError: false }
  }
}

/** BACKEND_SIGNING_KEY, or a key derived from SECRET; undefined if neither is set. */
export function signingKey(): string | undefined {
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

function clientErrorCauseOf(status: number): string {
  return status === 401 || status === 404 || status === 405
    ? causeOf(status)
    : 'whether it and Medusa are of one version; its log names the field'
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return (cause as NodeJS.ErrnoException).code || (cause instanceof Error ? cause.message : String(cause))
}

function logFailure(url: string, { what, check }: Failure): void {
  const about = `The storefront could not be notified: ${url} ${what}.`
  if (Date.now() - (logged.get(about) ?? -Infinity) < LOG_AGAIN_MS) return
  logged.set(about, Date.now())
  logger.warn(`${about} Check ${check}; its own log says more.`)
}
