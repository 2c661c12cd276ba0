import { fail } from 'node:assert'

import t from 'tap'

import { CartApiError } from '#app/cart/cart-api.ts'
import { createSerialQueue } from '#app/cart/sync/serial-queue.ts'
import {
  CHAIN,
  RING,
  cartOf,
  createCartStoreScenario,
  openScenario,
  scenarioWithRing,
} from '#test/support/cart-store-scenario.ts'

t.test('at start', async (t) => {
  t.test('a shopper without a cart gets one for their region, and its id is stored', async (t) => {
    const scenario = createCartStoreScenario()
    await scenario.store.init()
    t.strictSame(scenario.shop.calls, ['readCurrent', 'create reg_us'])
    t.equal(scenario.storage.get('cart_id'), scenario.store.state.view.id)
  })

  t.test('a returning shopper gets the stored cart', async (t) => {
    const earlier = await scenarioWithRing(2)
    const { storage, shop, clock } = earlier
    const scenario = await openScenario({ storage, shop, clock })
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.equal(shop.carts.size, 1, 'no second cart was created')
  })

  t.test('a crawler creates no cart', async (t) => {
    const scenario = createCartStoreScenario({ opensAtStart: false })
    await scenario.store.init()
    t.equal(scenario.shop.carts.size, 0)
  })

  t.test('a stored cart that has become an order is replaced by a new empty one', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing()
    const [id = ''] = shop.carts.keys()
    await shop.api.complete(id, {})
    const scenario = await openScenario({ storage, shop, clock })
    t.strictSame(scenario.shown(), {})
    t.not(storage.get('cart_id'), id)
  })

  t.test('the cart of the cookie wins over the stored id', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing()
    const [remembered = ''] = shop.carts.keys()
    const { email: _, ...withoutEmail } = shop.carts.get(remembered) ?? fail('no cart')
    shop.carts.set(remembered, withoutEmail)
    const { cart: held } = await shop.api.create({})
    const api = { ...shop.api, readCurrent: () => Promise.resolve({ cart: held }) }
    const scenario = createCartStoreScenario({ storage, shop: { ...shop, api }, clock })
    await scenario.store.init()
    t.equal(storage.get('cart_id'), held.id)
  })

  t.test('a failed request is logged and shown, and the stored id stays', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing()
    const id = storage.get('cart_id')
    shop.faults.push('refused')
    const scenario = createCartStoreScenario({ storage, shop, clock })
    const loaded = scenario.store.init()
    t.equal(scenario.store.state.loading, true)
    await loaded
    t.strictSame(scenario.logged, ['Failed to initialize cart'])
    t.equal(scenario.store.state.messages.at(-1)?.code, 'load-failed')
    t.equal(storage.get('cart_id'), id)
    t.equal(scenario.store.state.loading, false)
  })

  t.test('a product added before the cart is loaded is added to its contents', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(2)
    const scenario = createCartStoreScenario({ storage, shop, clock })
    scenario.store.add({ variantId: RING })
    await scenario.store.init()
    t.strictSame(scenario.shown(), { [RING]: 3 })
    await clock.pass(300)
    t.strictSame(cartOf(scenario), { [RING]: 3 })
  })
})

t.test('page lifecycle', async (t) => {
  t.test('pending changes, including removals, are sent at once when the page is closed', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.store.remove(RING)
    scenario.store.flush()
    await scenario.clock.pass(0)
    t.strictSame(scenario.shop.calls, [`removeLine ${RING}`, 'read'])
  })

  t.test('a product added on a page that closes before it has a cart is added by the next page', async (t) => {
    const { store, storage, shop, clock } = createCartStoreScenario({ opensAtStart: false })
    store.add({ variantId: RING, quantity: 2, title: 'Ring' })
    store.add({ variantId: CHAIN, title: 'Chain' })
    store.remove(CHAIN)
    store.leave()
    await clock.pass(1000)
    t.strictSame(shop.calls, [], 'the closed page sends nothing')

    const next = createCartStoreScenario({ storage, shop, clock })
    const isHydrated = next.store.init()
    t.match(next.store.state.view.items, [{ title: 'Ring', quantity: 2 }], 'it is shown at once')
    await isHydrated
    await clock.pass(300)
    t.strictSame(cartOf(next), { [RING]: 2 })
    await createCartStoreScenario({ storage, shop, clock }).store.init()
    await clock.pass(300)
    t.strictSame(cartOf(next), { [RING]: 2 }, 'once')
  })

  t.test('a product is added by the next page if the closing page aborts the creation of its cart', async (t) => {
    const { store, storage, shop, clock, logged } = createCartStoreScenario({ opensAtStart: false })
    store.add({ variantId: RING, title: 'Ring' })
    shop.faults.push('lost')
    await clock.pass(300)
    t.strictSame(shop.calls, ['create reg_us'])
    store.leave()
    await clock.pass(2000)
    t.strictSame([logged.length, shop.carts.size], [1, 1])

    const next = createCartStoreScenario({ storage, shop, clock })
    await next.store.init()
    t.strictSame(next.shown(), { [RING]: 1 }, 'it is shown at once')
    await clock.pass(300)
    t.strictSame(cartOf(next), { [RING]: 1 }, 'once')
  })

  t.test('a cart that could not be created on a page that stays open is reported', async (t) => {
    const { store, shop, clock, shown } = createCartStoreScenario({ opensAtStart: false })
    store.add({ variantId: RING, title: 'Ring' })
    shop.faults.push('lost')
    await clock.pass(2000)
    t.match(store.state.messages.at(-1), { code: 'add-failed', names: ['Ring'] })
    t.strictSame(shown(), {})
  })

  t.test('a request aborted by closing the page is not a failure; one after the page is restored is', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing()
    const scenario = createCartStoreScenario({ storage, shop, clock })
    shop.faults.push('refused')
    const isHydrated = scenario.store.init()
    scenario.store.leave()
    await isHydrated
    t.strictSame([scenario.logged, scenario.store.state.messages], [[], []])
    shop.faults.push('refused')
    await scenario.store.refresh()
    t.strictSame(scenario.logged, ['Failed to refresh cart'])
  })

  t.test('a request aborted by a navigation, before the page is reported as closed, is not a failure', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing()
    const scenario = createCartStoreScenario({ storage, shop, clock })
    shop.faults.push('lost')
    const isHydrated = scenario.store.init()
    await clock.pass(500)
    scenario.store.leave()
    await clock.pass(1000)
    await isHydrated
    t.strictSame([scenario.logged, scenario.store.state.messages], [[], []])
  })

  t.test('invalid stored changes are ignored, and the cart is loaded', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(2)
    const at = Date.now()
    const good = { variantId: CHAIN, quantity: 1, isAdd: true, details: { title: 'Chain' }, at }
    for (const left of [
      '{',
      'null',
      '{}',
      '7',
      '[null, 7, {}]',
      JSON.stringify([{ variantId: RING, quantity: 1e9, at }]),
    ]) {
      storage.set('wanted', left)
      const scenario = createCartStoreScenario({ storage, shop, clock })
      await scenario.store.init()
      await clock.pass(1000)
      t.strictSame([left, scenario.shown(), scenario.logged], [left, { [RING]: 2 }, []])
    }
    storage.set('wanted', JSON.stringify([null, good]))
    const scenario = await openScenario({ storage, shop, clock })
    await clock.pass(1000)
    t.strictSame(scenario.shown(), { [RING]: 2, [CHAIN]: 1 }, 'valid entries are added')
    storage.set('wanted', '{')
    scenario.store.leave()
  })

  t.test('stored changes expire together with the cart', async (t) => {
    const DAY_MS = 86_400_000
    const realNow = Date.now
    t.teardown(() => void (Date.now = realNow))
    for (const [days, saved] of [
      [29, { [RING]: 1 }],
      [31, {}],
    ] as const) {
      const { store, storage, shop, clock } = createCartStoreScenario({ opensAtStart: false })
      store.add({ variantId: RING })
      store.leave()
      Date.now = () => realNow() + days * DAY_MS
      const next = createCartStoreScenario({ storage, shop, clock })
      await next.store.init()
      Date.now = realNow
      t.strictSame(next.shown(), saved, `${days} days`)
      t.equal(storage.get('wanted'), undefined)
    }
  })

  t.test('checkout waits until pending changes are saved', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.store.changeQuantity(RING, 'add')
    t.equal(await scenario.store.settle(), true)
    t.strictSame(cartOf(scenario), { [RING]: 2 })
  })

  t.test('checkout does not continue if the last change was rejected', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.shop.faults.push('refused')
    scenario.store.changeQuantity(RING, 'add')
    t.equal(await scenario.store.settle(), false)
  })

  t.test('a message shown in the drawer is not shown again when it closes', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.store.open()
    scenario.shop.faults.push('refused')
    scenario.store.changeQuantity(RING, 'add')
    await scenario.clock.pass(300)
    t.equal(scenario.store.state.messages.at(-1)?.code, 'update-failed')
    scenario.store.close()
    t.strictSame(scenario.store.state.messages, [])
  })

  t.test('other tabs are notified of every change', async (t) => {
    const scenario = await scenarioWithRing(1)
    t.strictSame(scenario.notified, [scenario.storage.get('cart_id')])
  })

  t.test('a notified tab reloads the cart', async (t) => {
    const here = await scenarioWithRing(1)
    const { storage, shop, clock } = here
    const there = await openScenario({ storage, shop, clock })
    there.store.setQuantity(RING, 4)
    await clock.pass(300)
    await here.store.refresh()
    t.strictSame(here.shown(), { [RING]: 4 })
  })

  t.test('two tabs that open at the same moment share one cart', async (t) => {
    const { add: withTabLock } = createSerialQueue()
    const here = createCartStoreScenario({ withTabLock })
    const { storage, shop, clock } = here
    const there = createCartStoreScenario({ withTabLock, storage, shop, clock })
    await Promise.all([here.store.init(), there.store.init()])
    t.equal(shop.carts.size, 1)
    there.store.add({ variantId: RING })
    here.store.add({ variantId: CHAIN })
    await clock.pass(300)
    t.strictSame(cartOf(here), { [RING]: 1, [CHAIN]: 1 })
  })

  t.test('a change sent before the cart is loaded is applied once, also with further clicks', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(2)
    const scenario = createCartStoreScenario({ storage, shop, clock })
    shop.delays.push(1000, 500)
    const isHydrated = scenario.store.init()
    await clock.pass(0)
    scenario.store.add({ variantId: RING })
    scenario.store.flush()
    await clock.pass(100)
    scenario.store.changeQuantity(RING, 'add')
    await clock.pass(500)
    t.strictSame(cartOf(scenario), { [RING]: 3 }, 'one is sent when the page is hidden')
    t.strictSame(scenario.shown(), { [RING]: 4 }, 'one more is pending')
    await clock.pass(2000)
    await isHydrated
    t.strictSame(cartOf(scenario), { [RING]: 4 })
    t.strictSame(scenario.shown(), { [RING]: 4 })
  })

  t.test(
    'a product is added once, also if its request or its response is lost before the cart is loaded',
    async (t) => {
      for (const fault of ['lost', 'refused'] as const) {
        const { storage, shop, clock } = await scenarioWithRing(5)
        const scenario = createCartStoreScenario({ storage, shop, clock })
        shop.faults.push('refused', fault)
        void scenario.store.init()
        await clock.pass(0)
        scenario.store.add({ variantId: RING })
        await clock.pass(300)
        scenario.store.add({ variantId: RING })
        await clock.pass(60_000)
        t.strictSame(cartOf(scenario), { [RING]: 7 }, fault)
        t.strictSame(scenario.shown(), { [RING]: 7 })
      }
    },
  )

  t.test('a product added while another request is pending is added by the next page', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(2)
    const scenario = createCartStoreScenario({ storage, shop, clock })
    shop.delays.push(1000, 500)
    void scenario.store.init()
    await clock.pass(0)
    scenario.store.add({ variantId: RING })
    scenario.store.flush()
    await clock.pass(100)
    scenario.store.changeQuantity(RING, 'add')
    scenario.store.leave()
    const next = createCartStoreScenario({ storage, shop, clock })
    void next.store.init()
    await clock.pass(3000)
    t.strictSame(cartOf(next), { [RING]: 4 })
    t.strictSame(next.shown(), { [RING]: 4 })
  })

  t.test('a product added and removed on a page that could not load its cart is not in the cart', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(2)
    const scenario = createCartStoreScenario({ storage, shop, clock })
    shop.faults.push('refused')
    await scenario.store.init()
    scenario.store.add({ variantId: RING })
    scenario.store.remove(RING)
    await clock.pass(1000)
    t.strictSame(scenario.shown(), {})
    t.strictSame(cartOf(scenario), {})
  })

  t.test('without storage the cart lasts as long as the page', async (t) => {
    const scenario = await openScenario({
      storage: { get: () => undefined, set: () => undefined, remove: () => undefined },
    })
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(300)
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(300)
    t.equal(scenario.shop.carts.size, 1)
    t.strictSame(scenario.shown(), { [RING]: 2 })
  })
})

t.test('reset and complete', async (t) => {
  t.test('reset discards timers and pending changes, and creates a new cart', async (t) => {
    const scenario = await scenarioWithRing(1)
    const before = scenario.storage.get('cart_id')
    scenario.store.add({ variantId: CHAIN })
    t.equal(scenario.clock.timers(), 1)
    const reset = (await scenario.store.changes()).reset()
    t.equal(scenario.clock.timers(), 0)
    await reset
    await scenario.clock.pass(1000)
    t.strictSame(scenario.shop.calls, ['create reg_us'])
    t.strictSame(scenario.shown(), {})
    t.not(scenario.storage.get('cart_id'), before)
    t.ok(scenario.storage.get('cart_id'))
  })

  t.test('a response after a reset does not restore the old cart', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.shop.delays.push(1000)
    scenario.store.setQuantity(RING, 3)
    await scenario.clock.pass(300)
    const reset = (await scenario.store.changes()).reset()
    await scenario.clock.pass(2000)
    await reset
    t.strictSame(scenario.shown(), {})
  })

  t.test('a reset that fails is logged', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.shop.faults.push('refused')
    await (await scenario.store.changes()).reset()
    t.strictSame(scenario.logged, ['Failed to reset cart'])
    t.equal(scenario.storage.get('cart_id'), undefined)
  })

  t.test('completing sends pending changes first and then forgets the cart', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.store.changeQuantity(RING, 'add')
    const order = await (await scenario.store.changes()).complete()
    t.strictSame(scenario.shop.calls, [`updateLine ${RING} 2`, 'complete'])
    t.equal(order.items[0]?.quantity, 2)
    t.equal(scenario.storage.get('cart_id'), undefined)
    t.strictSame(scenario.shown(), {})
  })

  t.test('after an order nothing of its cart is left: no timer, no pending change, no message, no id', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.store.remove(RING)
    scenario.store.undo()
    const before = scenario.storage.get('cart_id')
    scenario.shop.delays.push(0, 1000)
    const ordered = (await scenario.store.changes()).complete()
    await scenario.clock.pass(500)
    scenario.store.changeQuantity(RING, 'remove')
    await scenario.clock.pass(2000)
    await ordered
    scenario.shop.calls.length = 0
    await scenario.clock.pass(60_000)
    t.strictSame(scenario.shop.calls, [], 'a change of the ordered cart is not sent to another cart')
    t.match(scenario.store.state, { confirmed: null, pending: {}, messages: [] })
    t.equal(scenario.storage.get('cart_id'), undefined)
    scenario.store.add({ variantId: CHAIN })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shop.calls, ['create reg_us', `addLine ${CHAIN} 1`], 'the next product creates a cart')
    t.not(scenario.storage.get('cart_id'), before)
    t.strictSame(scenario.shown(), { [CHAIN]: 1 })
  })

  t.test('a rejected order leaves the cart unchanged and shows the error', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.shop.faults.push(new CartApiError(402, { message: 'The payment was not accepted.' }))
    await t.rejects((await scenario.store.changes()).complete(), { message: 'The payment was not accepted.' })
    t.strictSame(scenario.logged, ['Failed to complete cart'])
    t.strictSame(scenario.shown(), { [RING]: 1 })
    t.ok(scenario.storage.get('cart_id'))
  })
})

t.test('undo and changes of region', async (t) => {
  t.test('undo restores a removed product with its quantity, also after the server has removed it', async (t) => {
    for (const wait of [100, 2000]) {
      const scenario = await scenarioWithRing(3)
      scenario.store.remove(RING)
      t.match(scenario.store.state.messages.at(-1), { code: 'removed', names: [`Ring ${RING}`] })
      await scenario.clock.pass(wait)
      scenario.store.undo()
      t.strictSame(scenario.shown(), { [RING]: 3 })
      t.equal(scenario.store.state.messages.at(-1)?.code, 'restored')
      await scenario.clock.pass(2000)
      t.strictSame(cartOf(scenario), { [RING]: 3 })
    }
  })

  t.test('a cart with a started payment asks before it changes its currency', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(1)
    const [id = ''] = shop.carts.keys()
    const cart = shop.carts.get(id) ?? fail('no cart')
    shop.carts.set(id, { ...cart, payment_collection: { id: 'pay_col_1', payment_sessions: [] } })
    const scenario = createCartStoreScenario({ storage, shop, clock, currency: 'ILS', regionId: 'reg_il' })
    await scenario.store.init()
    t.strictSame(scenario.store.state.confirmation, { from: 'USD', to: 'ILS' })
    await (await scenario.store.changes()).answer(true)
    t.equal(scenario.store.state.confirmation, null)
    t.equal(scenario.store.state.view.currency_code, 'ILS')
    t.match(scenario.store.state.messages.at(-1), { code: 'notice', texts: ['Your cart is in ILS now.'] })
    t.equal(scenario.cleared(), 1, 'cached prices of the old currency are cleared')
  })

  t.test('a cart moves to the region of the shopper by itself, once', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(1)
    const scenario = createCartStoreScenario({ storage, shop, clock, currency: 'ILS', regionId: 'reg_il' })
    const [id] = shop.carts.keys()
    await scenario.store.init()
    await scenario.store.init()
    t.equal(scenario.store.state.view.currency_code, 'ILS')
    t.equal(scenario.store.state.view.id, id, 'the same cart')
    t.strictSame(scenario.shown(), { [RING]: 1 }, 'with its products')
    t.strictSame([...shop.carts.keys()], [id], 'and no other')
    t.equal(shop.calls.filter((call) => call === 'update region_id').length, 1)
  })

  t.test('an unknown promotion code changes nothing and shows the reason', async (t) => {
    const scenario = await scenarioWithRing(1)
    const changes = await scenario.store.changes()
    await t.rejects(changes.setPromoCodes(['NOSUCH']), { message: 'We do not know the code NOSUCH.' })
    t.strictSame(scenario.store.state.view.promo_codes, [])
  })

  t.test('a failed change of region is logged and shown, and the cart stays', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(1)
    const scenario = createCartStoreScenario({ storage, shop, clock, currency: 'ILS', regionId: 'reg_il' })
    shop.faults.push(undefined, 'refused')
    await scenario.store.init()
    t.strictSame(scenario.logged, ['Failed to recreate cart'])
    t.match(scenario.store.state.messages.at(-1), { code: 'move-failed', texts: ['The shop is resting.'] })
    t.strictSame(scenario.shown(), { [RING]: 1 })
    t.equal(scenario.store.state.view.currency_code, 'USD')
  })

  t.test('a failure to clear cached prices is logged, and the cart still moves', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing(1)
    const clearCache = () => {
      throw new Error('there is no cache')
    }
    const scenario = createCartStoreScenario({ storage, shop, clock, currency: 'ILS', regionId: 'reg_il', clearCache })
    await scenario.store.init()
    t.strictSame(scenario.logged, ['Failed to clear cache'])
    t.equal(scenario.store.state.view.currency_code, 'ILS')
  })
})
