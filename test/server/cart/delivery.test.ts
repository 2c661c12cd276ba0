import t from 'tap'

import { createDeliveryWays } from '#server/cart/delivery-ways.ts'
import type { Backend } from '#server/medusa/http.ts'

const WAY = { id: 'so_1', name: 'Post', amount: 5, metadata: { days: { from: 5, to: 8 } } }

t.test('pages do not wait for slow shipping options, and cache them once they arrive', async (t) => {
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
  t.same(await ways.find('en', 'reg_eu', 'DE'), [], 'a product page says nothing of delivery')
  t.equal(
    (await ways.wayOf('ru', 'so_1', { regionId: 'reg_eu', country: 'DE' }))?.name,
    undefined,
    'an order keeps the name that it has',
  )

  const email = ways.wayOf('ru', 'so_1', { regionId: 'reg_eu', country: 'DE', waitMs: 60_000 })
  t.same(await ways.find('ru', 'reg_eu', 'DE'), [])
  t.equal(await ways.lowestAmount('ru', 'reg_eu', 'DE'), null)
  answering.resolve()
  t.same((await email)?.days, { from: 5, to: 8 }, 'a letter waits, since it is not written again')
  t.equal((await ways.find('en', 'reg_eu', 'DE'))[0]?.name, 'Post')
  t.equal((await ways.wayOf('ru', 'so_1', { regionId: 'reg_eu', country: 'DE' }))?.name, 'Post')
})

t.test(
  'shipping option names are learned from shoppers’ carts, and each country needs at most one cart of our own',
  async (t) => {
    const HOUR_MS = 3_600_000
    let carts = 0
    let now = 0
    const store = {
      cart: { create: async () => ({ cart: { id: `cart_${(carts += 1)}` } }) },
      fulfillment: {
        listCartOptions: async () => ({ shipping_options: [WAY, { id: 'so_2', name: 'Van', amount: 9 }] }),
      },
    }
    const options = { backend: { store } as unknown as Backend, log: { error: () => undefined }, now: () => now }
    const ways = createDeliveryWays(options)
    const place = { regionId: 'reg_eu', country: 'DE' }
    ways.learn('ru', [{ id: 'so_1', name: 'Почта', metadata: { days: { from: 4, to: 6 } } }])
    t.match(await ways.wayOf('ru', 'so_1', place), { id: 'so_1', name: 'Почта', days: { from: 4, to: 6 } })
    t.equal(carts, 0, 'what a checkout has told is not asked for')
    for (let hours = 0; hours < 3; hours += 1) {
      t.match(await ways.wayOf('en', 'so_2', place), { id: 'so_2', name: 'Van', days: undefined }, 'also without days')
      t.equal((await ways.wayOf('en', 'so_gone', place))?.name, undefined)
      t.same(
        (await ways.find('en', 'reg_eu', 'DE')).map(({ name }) => name),
        ['Post'],
      )
      t.equal(await ways.lowestAmount('en', 'reg_eu', 'DE'), 5)
      now += 2 * HOUR_MS
    }
    t.equal(carts, 1)
  },
)
