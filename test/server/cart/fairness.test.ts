import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

import t from 'tap'

import type { CartAnswer } from '#shared/cart/cart.ts'
import { buildShopServer, listProducts } from '#test/server/shop-server.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const CARTS = 6
const commerce = await sharedCommerce()
const [variantId = ''] = await listProducts(commerce, 12)

t.test('Medusa gets at most two writes of a visitor at once, so that other shoppers do not wait', async (t) => {
  const medusa = await openGate(t)
  const app = await buildShopServer({ ...commerce, medusaUrl: medusa.url })
  t.teardown(() => app.close())

  async function open(remoteAddress: string) {
    const made = await app.inject({ method: 'POST', url: '/api/carts', payload: {}, remoteAddress })
    const { id } = made.json<CartAnswer>().cart
    const cookie = `cart=${made.cookies.find(({ name }) => name === 'cart')?.value}`
    const url = `/api/carts/${id}/line-items`
    const payload = { variant_id: variantId, quantity: 1 }
    const write = async () => app.inject({ method: 'POST', url, payload, headers: { cookie }, remoteAddress })
    return { id, write }
  }

  const busy = await Promise.all(Array.from({ length: CARTS }, () => open('203.0.113.99')))
  const other = await open('198.51.100.7')
  medusa.close()
  const answers = busy.map(({ write }) => write())
  // The other writes began earlier, so without the limit all of them would have reached Medusa by now.
  const arrived = medusa.arrival(other.id)
  const answer = other.write()
  await arrived
  t.ok(medusa.waiting() <= 3, `${medusa.waiting()} writes are with Medusa: two of the busy visitor, one of the other`)
  medusa.open()
  t.equal((await answer).statusCode, 200)
  for (const { statusCode } of await Promise.all(answers)) t.equal(statusCode, 200, 'and none of the busy ones is lost')
  t.ok(medusa.most() <= 3)
})

async function openGate(t: Parameters<typeof listenLocally>[0]) {
  const arrivals = new Map<string, () => void>()
  let opened = Promise.resolve()
  let open = (): void => undefined
  let waiting = 0
  let most = 0
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [, cartId] = /^\/store\/carts\/(\w+)\/line-items/.exec(incoming.url ?? '') ?? []
    const isWrite = cartId !== undefined && incoming.method === 'POST'
    if (isWrite) {
      waiting += 1
      most = Math.max(most, waiting)
      arrivals.get(cartId)?.()
      await opened
    }
    const { method, headers } = incoming
    const onward = request(new URL(incoming.url ?? '/', commerce.medusaUrl), { method, headers })
    onward.on('response', (answer) => {
      if (isWrite) waiting -= 1
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing))
  return {
    url: await listenLocally(t, server),
    waiting: () => waiting,
    most: () => most,
    close: () => void (opened = new Promise((resolve) => (open = resolve))),
    open: () => open(),
    arrival: (cartId: string) => new Promise<void>((resolve) => void arrivals.set(cartId, resolve)),
  }
}
