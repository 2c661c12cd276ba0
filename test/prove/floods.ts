/**
 * Floods: `NETWORKS` (300) networks use up the limits of orders, carts, emails and unpaid orders of a real production
 * shop, `BUSY` (16) requests at a time. In the same minute a shopper from another network buys a ring and writes to the
 * shop. Prints the seconds of each step in a JSON line; exit 1 if the shopper is refused, if a mailbox gets too many
 * emails, or if more than half of a variant is held. Runs on this machine only, and ends by itself.
 */
import type { CartAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import { listVariants } from '#test/server/shop-server.ts'
import { inDatabase } from '#test/support/databases.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { check, openProgram } from '#test/support/program.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

const NETWORKS = Number(process.env['NETWORKS'] ?? 300)
const BUSY = Number(process.env['BUSY'] ?? 16)
const HEAD_START = NETWORKS * 2
const MAILBOX = 'victim@gmail.com'

await using t = openProgram()
const commerce = await openCommerce(t, { name: 'floods', signal: t.signal })
const settings = { ...shopEnvironment(commerce, 'storefront'), TRUST_PROXY: '1', LOG_LEVEL: 'error' }
const url = await startShopProcess(t, { env: { ...settings, NODE_ENV: 'production' } }).ready()
const variants = (await listVariants(commerce)).filter(({ inventory_quantity: stock }) => stock >= 8)
const [target, ...others] = variants
if (!target) throw new Error('the sample shop has too few pieces')

const visitor = (from: string) => {
  const { call } = createHttpShopper({ 'x-forwarded-for': from })
  return async <Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer<Body>> => {
    const answer = await call(url, method, path, body)
    if (answer.status === 0) throw new Error(`${path} got no answer`)
    return answer as Answer<Body>
  }
}

type Visitor = ReturnType<typeof visitor>
const order = async (call: Visitor, variantId: string, email: string, step: Step = (_name, send) => send()) => {
  const cart = await step('add to cart', () =>
    call<CartAnswer>('POST', '/api/carts/current/line-items', { variant_id: variantId, quantity: 1 }),
  )
  if (cart.status !== 200) return cart
  const path = `/api/carts/${cart.body.cart.id}`
  await step('address', () => call('POST', path, { email, shipping_address: ADDRESS }))
  const offers = await step('delivery', () => call<ShippingOptionList>('GET', `${path}/shipping-options`))
  const option_id = offers.body.shipping_options?.[0]?.id
  await step('delivery', () => call('POST', `${path}/shipping-methods`, { option_id }))
  await step('payment', () => call('POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' }))
  return step('order', () => call('POST', `${path}/complete`, {}))
}

const message = { name: 'Ada', email: 'ada@shopper.example', message: 'Where is my ring?' }
const floods: Record<string, (call: Visitor, nth: number) => Promise<{ status: number }>> = {
  'orders of empty carts': async (call) => {
    if (!opened.has(call)) opened.set(call, call('POST', '/api/carts', {}))
    await opened.get(call)
    return call('POST', '/api/carts/current/complete', {})
  },
  'new carts': (call, nth) => call('POST', nth % 2 ? '/api/carts/cart_01MADEUP/recreate' : '/api/carts', {}),
  'messages to the shop': (call) => call('POST', '/api/contact', message),
  'newsletter and hints': (call, nth) =>
    nth % 2
      ? call('POST', '/api/email-subscribe', { email: `crowd${nth}@shopper.example` })
      : call('POST', '/api/drop-a-hint', { recipient_email: `crowd${nth}@shopper.example` }),
  'emails to one mailbox': (call, nth) =>
    nth % 2
      ? call('POST', '/api/email-subscribe', { email: MAILBOX.replace('@', `+${nth}@`) })
      : call('POST', '/api/account/sign-in-link', { email: MAILBOX.replace('t', `t.`).replace('@', `+${nth}@`) }),
  'unpaid orders of one product': (call, nth) => order(call, target.id, `crowd${nth}@shopper.example`),
}
const opened = new Map<Visitor, Promise<unknown>>()

for (const [name, attack] of Object.entries(floods)) {
  const networks = Array.from({ length: NETWORKS }, (_, at) => visitor(`2001:db8:${at.toString(16)}::1`))
  const over = new AbortController()
  const statuses: Record<number, number> = {}
  let sent = 0
  // A flood of whole orders is slower than one of single requests.
  const headStart = name.startsWith('unpaid') ? target.inventory_quantity * 2 : HEAD_START
  const crowd = Array.from({ length: BUSY }, async () => {
    while (!over.signal.aborted && !t.signal.aborted) {
      const nth = (sent += 1)
      const call = networks[nth % NETWORKS]
      const { status } = call ? await attack(call, nth).catch(() => ({ status: 0 })) : { status: 0 }
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  })
  await until(() => sent > headStart, 600_000)

  const seconds: Record<string, number> = {}
  const refused: string[] = []
  const step: Step = async (what, send) => {
    const began = performance.now()
    const response = await send()
    seconds[what] = Math.round((seconds[what] ?? 0) * 10 + (performance.now() - began) / 100) / 10
    if (response.status >= 300) refused.push(`${what}: ${response.status} ${response.body.message}`)
    return response
  }
  const nth = Object.keys(floods).indexOf(name)
  // A network of the shopper's own for each flood, because a visitor may send the shop two messages an hour.
  const shopper = visitor(`203.0.${nth + 1}.7`)
  const wanted = others[nth]?.id ?? ''
  await order(shopper, wanted, 'honest@shopper.example', step)
  await step('message', () => shopper('POST', '/api/contact', message))
  const email = `${name.replaceAll(' ', '-')}@shopper.example`
  await step('newsletter', () => shopper('POST', '/api/email-subscribe', { email }))
  over.abort()
  await Promise.all(crowd)
  check(`floods/${name}`, refused.length === 0, { seconds, refused, sent, statuses })
}

const received = await inDatabase(
  commerce.databaseUrl,
  "SELECT id FROM storefront_jobs.job WHERE replace(data->>'to', '.', '') ~ '^victim'",
)
const emails = received.length
check('floods/emails to one mailbox in a day', emails <= 5, { emails })
const left = (await listVariants(commerce)).find(({ id }) => id === target.id)?.inventory_quantity ?? 0
const stock = target.inventory_quantity
check('floods/stock left to shoppers who pay', left >= Math.floor(stock / 2) && left < stock, { left, stock })

type Answer<Body> = { status: number; body: Body & { message?: string } }
type Step = <Body>(name: string, send: () => Promise<Answer<Body>>) => Promise<Answer<Body>>
