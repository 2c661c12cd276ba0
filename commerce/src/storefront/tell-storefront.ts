import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export interface StorefrontSignal {
  /** Of the storefront's `/api/_internal`. */
  path: string
  body: object
  /** Milliseconds before each try. */
  pauses: readonly number[]
  /** Milliseconds that one try may take. */
  patience: number
}

/**
 * Tells the storefront, signed, until it has understood or every try is spent; never throws.
 * @param origin whom to tell; nobody where it is empty
 * @returns whether it has understood
 */
export async function tellStorefront(
  { path, body, pauses, patience }: StorefrontSignal,
  origin = process.env['STOREFRONT_URL'],
): Promise<boolean> {
  const secret = process.env['SECRET']
  if (!origin || !secret) return false
  const text = JSON.stringify(body)
  for (const wait of pauses) {
    await pause(wait)
    if (await post(`${origin}${path}`, text, secret, patience)) return true
  }
  return false
}

/** @returns whether there is nothing left to do: an answer below 500 would be the same next time */
async function post(url: string, body: string, secret: string, patience: number): Promise<boolean> {
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-lumenite-signature': `t=${time},v1=${signature}` },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
