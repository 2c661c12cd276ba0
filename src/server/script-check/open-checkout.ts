/** The scripts of a shop could not be checked; the message says why. */
export class ScriptCheckError extends Error {
  override name = 'ScriptCheckError'
}

/** The checkout page as a browser gets it. */
export interface CheckoutDocument {
  path: string
  status: number
  headers: Headers
  html: string
}

/** Sends a request to a running shop as a browser does. */
export type Ask = (path: string, init?: { method?: string; body?: object }) => Promise<Response>

/** The shop treats other user agents as crawlers. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const PATIENCE_MS = 20_000
const PAYMENT = '/en/checkout/payment'
const DETAILS = '/en/checkout/details'

/** Addresses of public buildings; the first one that the shop delivers to is used. */
const ADDRESSES = [
  { address_1: 'Lindenstr. 4', city: 'Berlin', postal_code: '10969', country_code: 'DE' },
  { address_1: '350 5th Ave', city: 'New York', province: 'NY', postal_code: '10118', country_code: 'US' },
  { address_1: '10 Downing Street', city: 'London', postal_code: 'SW1A 2AA', country_code: 'GB' },
].map((address) => ({ first_name: 'Script', last_name: 'Check', ...address }))

/** @returns a visitor with a cookie jar; requests throw a ScriptCheckError if the shop does not respond */
export function createVisitor(origin: string): Ask {
  const cookies = new Map<string, string>()
  return async (path, { method = 'GET', body } = {}) => {
    try {
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          'user-agent': BROWSER,
          accept: body || path.startsWith('/api/') ? 'application/json' : 'text/html,*/*',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return response
    } catch (cause) {
      const { code, name } = ((cause as Error).cause ?? cause) as { code?: string; name?: string }
      throw new ScriptCheckError(`${origin}${path} does not answer (${code ?? name}).`, { cause })
    }
  }
}

/**
 * Adds a product to a guest's cart, opens the payment step, and removes the product again. No order is placed and no
 * payment is started.
 * @returns the document twice, to compare the nonces
 * @throws ScriptCheckError if the shop does not let a guest reach checkout
 */
export async function openCheckout(ask: Ask): Promise<[CheckoutDocument, CheckoutDocument]> {
  const { id, lineId } = await fillCart(ask)
  try {
    const path = (await reachPayment(ask, id)) ? PAYMENT : DETAILS
    return [await readDocument(ask, path), await readDocument(ask, path)]
  } finally {
    await ask(`/api/carts/${id}/line-items/${lineId}`, { method: 'DELETE' }).catch(() => undefined)
  }
}

async function fillCart(ask: Ask): Promise<{ id: string; lineId: string }> {
  const { products } = await answer<{ products: ListedProduct[] }>(ask('/api/products/all?limit=200'))
  const variants = products.flatMap((product) => product.variants)
  const variant = variants.find((one) => !one.manage_inventory || one.allow_backorder || one.inventory_quantity > 0)
  if (!variant) throw new ScriptCheckError('The shop has nothing in stock that could be put into a cart.')
  const { cart } = await answer<{ cart: { id: string } }>(ask('/api/carts', { method: 'POST', body: {} }))
  const body = { variant_id: variant.id, quantity: 1 }
  const filled = await answer<{ cart: { items: { id: string }[] } }>(
    ask(`/api/carts/${cart.id}/line-items`, { method: 'POST', body }),
  )
  return { id: cart.id, lineId: filled.cart.items[0]?.id ?? '' }
}

interface ListedProduct {
  variants: { id: string; manage_inventory: boolean; allow_backorder: boolean; inventory_quantity: number }[]
}

async function reachPayment(ask: Ask, id: string): Promise<boolean> {
  for (const address of ADDRESSES) {
    const body = { email: 'script-check@example.com', shipping_address: address }
    const addressed = await ask(`/api/carts/${id}`, { method: 'POST', body })
    await addressed.body?.cancel()
    if (!addressed.ok) continue
    const offered = await ask(`/api/carts/${id}/shipping-options`)
    if (!offered.ok) continue
    const [option] = ((await offered.json()) as { shipping_options: { id: string }[] }).shipping_options
    if (!option) continue
    const chosen = await ask(`/api/carts/${id}/shipping-methods`, { method: 'POST', body: { option_id: option.id } })
    await chosen.body?.cancel()
    if (chosen.ok) return true
  }
  return false
}

async function readDocument(ask: Ask, path: string): Promise<CheckoutDocument> {
  const response = await ask(path)
  if (response.status !== 200)
    throw new ScriptCheckError(`${path} answered ${response.status}, and not the checkout page.`)
  return { path, status: response.status, headers: response.headers, html: await response.text() }
}

async function answer<Body>(asked: Promise<Response>): Promise<Body> {
  const response = await asked
  if (response.ok) return (await response.json()) as Body
  await response.body?.cancel()
  throw new ScriptCheckError(`${new URL(response.url).pathname} answered ${response.status}: no cart could be filled.`)
}
