import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

const PATH = '/api/_internal/catalog/refresh'
const PATIENCE_MS = 2_000
/** Before the first try, the second, the third. */
const PAUSES_MS = [0, 300, 1_500]

export interface CatalogSignal {
  product_ids: string[]
  /** Any product may have changed; `product_ids` is empty then. */
  all: boolean
  /** The event that came first. */
  event: string
}

/**
 * Tells the storefront, signed. A storefront that cannot be reached reads its catalogue anew by itself, so this never throws.
 * @param origin whom to tell; nobody where it is empty
 */
export async function tellStorefront(signal: CatalogSignal, origin = process.env['STOREFRONT_URL']): Promise<void> {
  const secret = process.env['SECRET']
  if (!origin || !secret) return
  const body = JSON.stringify(signal)
  for (const wait of PAUSES_MS) {
    await pause(wait)
    if (await post(`${origin}${PATH}`, body, secret)) return
  }
}

/** @returns whether there is nothing left to do: an answer below 500 would be the same next time */
async function post(url: string, body: string, secret: string): Promise<boolean> {
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-lumenite-signature': `t=${time},v1=${signature}` },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
