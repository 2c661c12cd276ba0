import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { logger } from '@medusajs/framework/logger'
import { MedusaError } from '@medusajs/framework/utils'

import { signingKey } from '../keys.ts'

/** A problem is logged at most once in this period. */
const LOG_AGAIN_MS = 3_600_000
const ASK_MS = 10_000

/** The time of the last log line, by its text. */
const logged = new Map<string, number>()

interface StorefrontSignal {
  path: string
  body: object
  /** One for each attempt, in milliseconds, as `timeout`. */
  pauses: readonly number[]
  timeout: number
}

/** Never throws; a failure is logged with what to check. `origin` is empty for none. */
export async function notifyStorefront(
  { path, body, pauses, timeout }: StorefrontSignal,
  origin = process.env['STOREFRONT_URL'],
) {
  const key = signingKey()
  if (!origin || !key) return false
  const url = origin + path
  for (const [index, wait] of pauses.entries()) {
    await pause(wait)
    // The storefront may just be restarting.
    const isLast = index === pauses.length - 1
    try {
      const { ok, status, body: answer } = await postSigned(url, body, key, timeout)
      await answer?.cancel()
      if (ok) return true
      if (status < 500 || isLast) logFailure(`${url} answered ${status}`, causeOf(status))
    } catch (error) {
      const check = 'whether it runs, and whether STOREFRONT_URL is its own address'
      if (isLast) logFailure(`${url} did not answer (${reasonOf(error)})`, check)
    }
  }
  return false
}

/** Calls one of its routes for the staff. Throws MedusaError with a sentence for them. */
export async function askStorefront(route: string, body: object, timeout = ASK_MS): Promise<unknown> {
  const origin = process.env['STOREFRONT_URL']
  const key = signingKey()
  if (!origin || !key) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      'The storefront is unknown here. Set STOREFRONT_URL and BACKEND_SIGNING_KEY for Medusa.',
    )
  }
  try {
    const response = await postSigned(`${origin}/api/_internal/staff/${route}`, body, key, timeout)
    if (response.ok) return await response.json()
    await response.body?.cancel()
    const { status } = response
    if (status >= 500) throw new Error(`answered ${status}`)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The storefront runs and has refused this (${status}). Check ${causeOf(status)}.`,
    )
  } catch (error) {
    if (error instanceof MedusaError) throw error
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The storefront could not be asked (${reasonOf(error)}). Check whether it runs, and its log. Then reload this page.`,
    )
  }
}

async function postSigned(url: string, fields: object, key: string, timeout: number) {
  const body = JSON.stringify(fields)
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

function causeOf(status: number) {
  if (status === 401) return 'whether BACKEND_SIGNING_KEY is the same for both, and whether their clocks agree'
  if (status === 404 || status === 405)
    return 'whether STOREFRONT_URL leads to the storefront, and its MEDUSA_URL to this backend'
  if (status < 500) return 'whether its MEDUSA_PUBLISHABLE_KEY is valid, and whether both are of one version'
  return 'whether it and its database are well'
}

function reasonOf(error: unknown) {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return (cause as NodeJS.ErrnoException).code || (cause instanceof Error ? cause.message : String(cause))
}

function logFailure(what: string, check: string) {
  if (Date.now() - (logged.get(what) ?? -Infinity) < LOG_AGAIN_MS) return
  logged.set(what, Date.now())
  logger.warn(`The storefront could not be notified: ${what}. Check ${check}; its own log says more.`)
}
