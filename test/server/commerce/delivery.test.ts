import t from 'tap'

import { createDeliveryNames } from '#server/commerce/delivery/delivery-names.ts'
import { createDeliveryWays } from '#server/commerce/delivery/delivery-ways.ts'
import type { Backend } from '#server/commerce/http.ts'

const SOON_MS = 1000
const WAY = { id: 'so_1', name: 'Post', amount: 5, metadata: { days: { from: 5, to: 8 } } }

t.test('nobody waits for a backend that does not tell how it delivers; what it tells later is kept', async (t) => {
  const answering = Promise.withResolvers<void>()
  const store = {
    cart: { create: () => answering.promise.then(() => ({ cart: { id: 'cart_1' } })) },
    fulfillment: { listCartOptions: async () => ({ shipping_options: [WAY] }) },
  }
  const options = {
    backend: { store } as unknown as Backend,
    log: { error: (_facts: object, message: string) => t.fail(message) },
  }
  const ways = createDeliveryWays(options)
  const names = createDeliveryNames(options)
  const began = performance.now()
  t.same(await ways.find('en', 'reg_eu', 'DE'), [], 'a product page says nothing of delivery')
  t.equal(await names.find('ru', 'so_1', 'reg_eu'), undefined, 'an order keeps the name that it has')
  const waited = performance.now() - began
  t.ok(waited < 2 * SOON_MS, `${Math.round(waited)} ms`)

  answering.resolve()
  await new Promise(setImmediate)
  t.equal((await ways.find('en', 'reg_eu', 'DE'))[0]?.name, 'Post')
  t.equal(await names.find('ru', 'so_1', 'reg_eu'), 'Post')
})
