import { fail } from 'node:assert'

import t from 'tap'

import { CartApiError } from '#app/cart/cart-api.ts'
import { createSerialQueue } from '#app/cart/sync/serial-queue.ts'
import { CHAIN, RING, cartOf, createCartStoreRoom, openRoom, roomWithRing } from '#test/support/cart-store-room.ts'

t.test('at start', async (t) => {
  t.test('a shopper without a cart gets one for their region, and its id is kept', async (t) => {
    const room = createCartStoreRoom()
    await room.store.init()
    t.strictSame(room.shop.calls, ['readCurrent', 'create reg_us'])
    t.equal(room.storage.get('cart_id'), room.store.state.view.id)
  })

  t.test('a shopper who comes back finds the stored cart', async (t) => {
    const earlier = await roomWithRing(2)
    const { storage, shop, clock } = earlier
    const room = await openRoom({ storage, shop, clock })
    t.strictSame(room.shown(), { [RING]: 2 })
    t.equal(shop.carts.size, 1, 'no second cart was opened')
  })

  t.test('a crawler leaves no cart behind', async (t) => {
    const room = createCartStoreRoom({ opensAtStart: false })
    await room.store.init()
    t.equal(room.shop.carts.size, 0)
  })

  t.test('a stored cart that was bought meanwhile is replaced by a new empty one', async (t) => {
    const { storage, shop, clock } = await roomWithRing()
    const [id = ''] = shop.carts.keys()
    await shop.api.complete(id)
    const room = await openRoom({ storage, shop, clock })
    t.strictSame(room.shown(), {})
    t.not(storage.get('cart_id'), id)
  })

  t.test('where the cookie names another cart than the browser remembers, the cookie is right', async (t) => {
    const { storage, shop, clock } = await roomWithRing()
    const [remembered = ''] = shop.carts.keys()
    const { email: _, ...withoutEmail } = shop.carts.get(remembered) ?? fail('no cart')
    shop.carts.set(remembered, withoutEmail)
    const { cart: held } = await shop.api.create({})
    const api = { ...shop.api, readCurrent: () => Promise.resolve({ cart: held }) }
    const room = createCartStoreRoom({ storage, shop: { ...shop, api }, clock })
    await room.store.init()
    t.equal(storage.get('cart_id'), held.id)
  })

  t.test('a shop that does not answer is logged and told, and the id is kept', async (t) => {
    const { storage, shop, clock } = await roomWithRing()
    const id = storage.get('cart_id')
    shop.faults.push('refused')
    const room = createCartStoreRoom({ storage, shop, clock })
    await room.store.init()
    t.strictSame(room.logged, ['Failed to initialize cart'])
    t.equal(room.store.state.messages.at(-1)?.code, 'load-failed')
    t.equal(storage.get('cart_id'), id)
    t.equal(room.store.state.loading, false)
  })

  t.test('a piece added before the cart is known counts on top of what the cart holds', async (t) => {
    const { storage, shop, clock } = await roomWithRing(2)
    const room = createCartStoreRoom({ storage, shop, clock })
    room.store.add({ variantId: RING })
    await room.store.init()
    t.strictSame(room.shown(), { [RING]: 3 })
    await clock.pass(300)
    t.strictSame(cartOf(room), { [RING]: 3 })
  })
})

t.test('the life of the page', async (t) => {
  t.test('what waits is sent at once when the page goes away, a removal too', async (t) => {
    const room = await roomWithRing(1)
    room.store.remove(RING)
    room.store.flush()
    await room.clock.pass(0)
    t.strictSame(room.shop.calls, [`removeLine ${RING}`, 'read'])
  })

  t.test('what was added on a page that goes before it has a cart, the next page adds', async (t) => {
    const { store, storage, shop, clock } = createCartStoreRoom({ opensAtStart: false })
    store.add({ variantId: RING, quantity: 2, title: 'Ring' })
    store.add({ variantId: CHAIN, title: 'Chain' })
    store.remove(CHAIN)
    store.leave()
    await clock.pass(1000)
    t.strictSame(shop.calls, [], 'the page itself says nothing any more')

    const next = createCartStoreRoom({ storage, shop, clock })
    const isAwake = next.store.init()
    t.match(next.store.state.view.items, [{ title: 'Ring', quantity: 2 }], 'and it is shown at once')
    await isAwake
    await clock.pass(300)
    t.strictSame(cartOf(next), { [RING]: 2 })
    await createCartStoreRoom({ storage, shop, clock }).store.init()
    await clock.pass(300)
    t.strictSame(cartOf(next), { [RING]: 2 }, 'once')
  })

  t.test('but not a page that is opened after a cart would have been forgotten', async (t) => {
    const DAY_MS = 86_400_000
    const realNow = Date.now
    t.teardown(() => void (Date.now = realNow))
    for (const [days, kept] of [
      [29, { [RING]: 1 }],
      [31, {}],
    ] as const) {
      const { store, storage, shop, clock } = createCartStoreRoom({ opensAtStart: false })
      store.add({ variantId: RING })
      store.leave()
      Date.now = () => realNow() + days * DAY_MS
      const next = createCartStoreRoom({ storage, shop, clock })
      await next.store.init()
      Date.now = realNow
      t.strictSame(next.shown(), kept, `${days} days`)
      t.equal(storage.get('wanted'), undefined)
    }
  })

  t.test('checkout waits until the shop has what the shopper saw', async (t) => {
    const room = await roomWithRing(1)
    room.store.changeQuantity(RING, 'add')
    t.equal(await room.store.settle(), true)
    t.strictSame(cartOf(room), { [RING]: 2 })
  })

  t.test('checkout does not go on where the shop refused the last change', async (t) => {
    const room = await roomWithRing(1)
    room.shop.faults.push('refused')
    room.store.changeQuantity(RING, 'add')
    t.equal(await room.store.settle(), false)
  })

  t.test('what was told in the drawer is not told again when it closes', async (t) => {
    const room = await roomWithRing(1)
    room.store.open()
    room.shop.faults.push('refused')
    room.store.changeQuantity(RING, 'add')
    await room.clock.pass(300)
    t.equal(room.store.state.messages.at(-1)?.code, 'update-failed')
    room.store.close()
    t.strictSame(room.store.state.messages, [])
  })

  t.test('other tabs are told of every change', async (t) => {
    const room = await roomWithRing(1)
    t.strictSame(room.told, [room.storage.get('cart_id')])
  })

  t.test('a tab that is told reads the cart anew', async (t) => {
    const here = await roomWithRing(1)
    const { storage, shop, clock } = here
    const there = await openRoom({ storage, shop, clock })
    there.store.setQuantity(RING, 4)
    await clock.pass(300)
    await here.store.refresh()
    t.strictSame(here.shown(), { [RING]: 4 })
  })

  t.test('two tabs that open at the same moment have one cart', async (t) => {
    const { add: alone } = createSerialQueue()
    const here = createCartStoreRoom({ alone })
    const { storage, shop, clock } = here
    const there = createCartStoreRoom({ alone, storage, shop, clock })
    await Promise.all([here.store.init(), there.store.init()])
    t.equal(shop.carts.size, 1)
    there.store.add({ variantId: RING })
    here.store.add({ variantId: CHAIN })
    await clock.pass(300)
    t.strictSame(cartOf(here), { [RING]: 1, [CHAIN]: 1 })
  })

  t.test('what was sent before the cart was known counts once, whatever is clicked meanwhile', async (t) => {
    const { storage, shop, clock } = await roomWithRing(2)
    const room = createCartStoreRoom({ storage, shop, clock })
    shop.delays.push(1000, 500)
    const isAwake = room.store.init()
    await clock.pass(0)
    room.store.add({ variantId: RING })
    room.store.flush()
    await clock.pass(100)
    room.store.changeQuantity(RING, 'add')
    await clock.pass(500)
    t.strictSame(cartOf(room), { [RING]: 3 }, 'one was sent as the page was hidden')
    t.strictSame(room.shown(), { [RING]: 4 }, 'and one more is on top of it')
    await clock.pass(2000)
    await isAwake
    t.strictSame(cartOf(room), { [RING]: 4 })
    t.strictSame(room.shown(), { [RING]: 4 })
  })

  t.test(
    'a piece whose answer was lost before the cart was known is added once, and one that got lost itself as well',
    async (t) => {
      for (const fault of ['lost', 'refused'] as const) {
        const { storage, shop, clock } = await roomWithRing(5)
        const room = createCartStoreRoom({ storage, shop, clock })
        shop.faults.push('refused', fault)
        void room.store.init()
        await clock.pass(0)
        room.store.add({ variantId: RING })
        await clock.pass(300)
        room.store.add({ variantId: RING })
        await clock.pass(60_000)
        t.strictSame(cartOf(room), { [RING]: 7 }, fault)
        t.strictSame(room.shown(), { [RING]: 7 })
      }
    },
  )

  t.test('what was added while a first piece was on its way, the next page adds', async (t) => {
    const { storage, shop, clock } = await roomWithRing(2)
    const room = createCartStoreRoom({ storage, shop, clock })
    shop.delays.push(1000, 500)
    void room.store.init()
    await clock.pass(0)
    room.store.add({ variantId: RING })
    room.store.flush()
    await clock.pass(100)
    room.store.changeQuantity(RING, 'add')
    room.store.leave()
    const next = createCartStoreRoom({ storage, shop, clock })
    void next.store.init()
    await clock.pass(3000)
    t.strictSame(cartOf(next), { [RING]: 4 })
    t.strictSame(next.shown(), { [RING]: 4 })
  })

  t.test('what was added and taken out again on a page that could not load its cart is not in it', async (t) => {
    const { storage, shop, clock } = await roomWithRing(2)
    const room = createCartStoreRoom({ storage, shop, clock })
    shop.faults.push('refused')
    await room.store.init()
    room.store.add({ variantId: RING })
    room.store.remove(RING)
    await clock.pass(1000)
    t.strictSame(room.shown(), {})
    t.strictSame(cartOf(room), {})
  })

  t.test('a browser that keeps nothing still has a cart as long as the page lives', async (t) => {
    const room = await openRoom({ storage: { get: () => undefined, set: () => undefined, remove: () => undefined } })
    room.store.add({ variantId: RING })
    await room.clock.pass(300)
    room.store.add({ variantId: RING })
    await room.clock.pass(300)
    t.equal(room.shop.carts.size, 1)
    t.strictSame(room.shown(), { [RING]: 2 })
  })
})

t.test('reset and complete', async (t) => {
  t.test('reset forgets waits and wishes, and opens a new cart', async (t) => {
    const room = await roomWithRing(1)
    const before = room.storage.get('cart_id')
    room.store.add({ variantId: CHAIN })
    await (await room.store.changes()).reset()
    await room.clock.pass(1000)
    t.strictSame(room.shop.calls, ['create reg_us'])
    t.strictSame(room.shown(), {})
    t.not(room.storage.get('cart_id'), before)
    t.ok(room.storage.get('cart_id'))
  })

  t.test('an answer that arrives after a reset does not bring the old cart back', async (t) => {
    const room = await roomWithRing(1)
    room.shop.delays.push(1000)
    room.store.setQuantity(RING, 3)
    await room.clock.pass(300)
    const reset = (await room.store.changes()).reset()
    await room.clock.pass(2000)
    await reset
    t.strictSame(room.shown(), {})
  })

  t.test('a reset that fails is logged', async (t) => {
    const room = await roomWithRing(1)
    room.shop.faults.push('refused')
    await (await room.store.changes()).reset()
    t.strictSame(room.logged, ['Failed to reset cart'])
    t.equal(room.storage.get('cart_id'), undefined)
  })

  t.test('an order sends what waits first, and lets go of the cart', async (t) => {
    const room = await roomWithRing(1)
    room.store.changeQuantity(RING, 'add')
    const order = await (await room.store.changes()).complete()
    t.strictSame(room.shop.calls, [`updateLine ${RING} 2`, 'complete'])
    t.equal(order.items[0]?.quantity, 2)
    t.equal(room.storage.get('cart_id'), undefined)
    t.strictSame(room.shown(), {})
  })

  t.test('an order that is refused leaves the cart as it was, and says so', async (t) => {
    const room = await roomWithRing(1)
    room.shop.faults.push(new CartApiError(402, { message: 'The payment was not accepted.' }))
    await t.rejects((await room.store.changes()).complete(), { message: 'The payment was not accepted.' })
    t.strictSame(room.logged, ['Failed to complete cart'])
    t.strictSame(room.shown(), { [RING]: 1 })
    t.ok(room.storage.get('cart_id'))
  })
})

t.test('second thoughts', async (t) => {
  t.test('what was removed comes back with its quantity, also after the shop has taken it out', async (t) => {
    for (const wait of [100, 2000]) {
      const room = await roomWithRing(3)
      room.store.remove(RING)
      t.match(room.store.state.messages.at(-1), { code: 'removed', pieces: [`Ring ${RING}`] })
      await room.clock.pass(wait)
      room.store.undo()
      t.strictSame(room.shown(), { [RING]: 3 })
      t.equal(room.store.state.messages.at(-1)?.code, 'restored')
      await room.clock.pass(2000)
      t.strictSame(cartOf(room), { [RING]: 3 })
    }
  })

  t.test('a cart that begins to be paid asks before it changes its currency, and does so at a yes', async (t) => {
    const { storage, shop, clock } = await roomWithRing(1)
    const [id = ''] = shop.carts.keys()
    const cart = shop.carts.get(id) ?? fail('no cart')
    shop.carts.set(id, { ...cart, payment_collection: { id: 'pay_col_1', payment_sessions: [] } })
    const room = createCartStoreRoom({ storage, shop, clock, currency: 'ILS', regionId: 'reg_il' })
    await room.store.init()
    t.strictSame(room.store.state.question, { from: 'USD', to: 'ILS' })
    await (await room.store.changes()).answer(true)
    t.equal(room.store.state.question, null)
    t.equal(room.store.state.view.currency_code, 'ILS')
    t.match(room.store.state.messages.at(-1), { code: 'notice', texts: ['Your cart is in ILS now.'] })
    t.equal(room.cleared(), 1, 'and prices of the old currency are let go')
  })

  t.test('a cart follows its shopper to their country by itself, once', async (t) => {
    const { storage, shop, clock } = await roomWithRing(1)
    const room = createCartStoreRoom({ storage, shop, clock, currency: 'ILS', regionId: 'reg_il' })
    await room.store.init()
    await room.store.init()
    t.equal(room.store.state.view.currency_code, 'ILS')
    t.equal(shop.calls.filter((call) => call === 'update region_id').length, 1)
  })

  t.test('a code that the shop does not know changes nothing, and the shopper hears why', async (t) => {
    const room = await roomWithRing(1)
    const changes = await room.store.changes()
    await t.rejects(changes.setPromoCodes(['NOSUCH']), { message: 'We do not know the code NOSUCH.' })
    t.strictSame(room.store.state.view.promo_codes, [])
  })

  t.test('a cart that cannot follow its shopper, or be made anew, is logged and told, and stays', async (t) => {
    const { storage, shop, clock } = await roomWithRing(1)
    const room = createCartStoreRoom({ storage, shop, clock, currency: 'ILS', regionId: 'reg_il' })
    shop.faults.push(undefined, 'refused')
    await room.store.init()
    shop.faults.push('refused')
    await (await room.store.changes()).recreate()
    t.strictSame(room.logged, ['Failed to recreate cart', 'Failed to recreate cart'])
    t.match(room.store.state.messages.at(-1), { code: 'move-failed', texts: ['The shop is resting.'] })
    t.strictSame(room.shown(), { [RING]: 1 })
    t.equal(room.store.state.view.currency_code, 'USD')
  })

  t.test('prices of another country that cannot be let go are logged, and the cart moves all the same', async (t) => {
    const { storage, shop, clock } = await roomWithRing(1)
    const clearCache = () => {
      throw new Error('there is no cache')
    }
    const room = createCartStoreRoom({ storage, shop, clock, currency: 'ILS', regionId: 'reg_il', clearCache })
    await room.store.init()
    t.strictSame(room.logged, ['Failed to clear cache'])
    t.equal(room.store.state.view.currency_code, 'ILS')
  })

  t.test('a cart made anew names what did not come along', async (t) => {
    const room = await roomWithRing(1)
    room.shop.stock.set(RING, 0)
    await (await room.store.changes()).recreate()
    t.strictSame(room.shown(), {})
    t.strictSame(room.logged, ['Failed to re-add item'])
    t.match(room.store.state.messages.at(-1), { code: 'add-failed', pieces: [`Ring ${RING}`] })
  })
})
