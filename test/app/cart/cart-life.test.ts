import { fail } from 'node:assert'

import t from 'tap'

import { type CartApi, CartApiError, createCallShop } from '#app/cart/cart-api.ts'
import { createSerialQueue } from '#app/cart/sync/serial-queue.ts'
import {
  CHAIN,
  createCartStoreScenario,
  openScenario,
  RING,
  scenarioWithRing,
} from '#test/support/cart-store-scenario.ts'
import { PROMO_CODE } from '#test/support/fake-backend.ts'

const ABROAD = { currency: 'ILS', regionId: 'reg_il' }

t.test('at start', async (t) => {
  t.test('a shopper without a cart gets one for their region, and its id is stored', async (t) => {
    const { store, shop, storage } = createCartStoreScenario()
    await store.init()
    t.strictSame(shop.calls, ['readCurrent', 'create reg_us'])
    t.equal(storage.get('cart_id'), store.state.view.id)
  })

  t.test('a returning shopper gets the stored cart', async (t) => {
    const earlier = await scenarioWithRing(2)
    const { storage, shop, clock } = earlier
    const { shown } = await openScenario({ storage, shop, clock })
    t.strictSame(shown(), { [RING]: 2 })
    t.equal(shop.carts.size, 1, 'no second cart was created')
  })

  t.test('a crawler creates no cart', async (t) => {
    const { store, shop } = createCartStoreScenario({ opensAtStart: false })
    await store.init()
    t.equal(shop.carts.size, 0)
  })

  t.test('a stored cart that has become an order is replaced by a new empty one', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing()
    const [id = ''] = shop.carts.keys()
    await shop.api.complete(id, {})
    const { shown } = await openScenario({ storage, shop, clock })
    t.strictSame(shown(), {})
    t.not(storage.get('cart_id'), id)
  })

  t.test('the cart of the cookie wins over the stored id', async (t) => {
    const { storage, shop, clock } = await scenarioWithRing()
    const [remembered = ''] = shop.carts.keys()
    const { email: _, ...withoutEmail } = shop.carts.get(remembered) ?? fail('no cart')
    shop.carts.set(remembered, withoutEmail)
    const { cart: held } = await shop.api.create({})
    const api = { ...shop.api, readCurrent: () => Promise.resolve({ cart: held }) }
    const { store } = createCartStoreScenario({ storage, shop: { ...shop, api }, clock })
    await store.init()
    t.equal(storage.get('cart_id'), held.id)
  })

  t.test('a failed request is logged and shown, and the stored id stays', async (t) => {
    const { store, logged, storage, shop } = createCartStoreScenario(await scenarioWithRing())
    const id = storage.get('cart_id')
    shop.faults.push('refused')
    const loaded = store.init()
    t.equal(store.state.loading, true)
    await loaded
    t.strictSame(logged, ['Failed to initialize cart'])
    t.equal(store.state.messages.at(-1)?.code, 'load-failed')
    t.equal(storage.get('cart_id'), id)
    t.equal(store.state.loading, false)
  })

  t.test('a product added before the cart is loaded is added to its contents', async (t) => {
    const { store, shown, held, clock } = createCartStoreScenario(await scenarioWithRing(2))
    store.add({ variantId: RING })
    await store.init()
    t.strictSame(shown(), { [RING]: 3 })
    await clock.pass(300)
    t.strictSame(held(), { [RING]: 3 })
  })

  t.test('a product removed before the cart is loaded is removed from its contents', async (t) => {
    const { store, shown, held, clock } = createCartStoreScenario(await scenarioWithRing(2))
    store.add({ variantId: RING })
    store.remove(RING)
    await store.init()
    t.strictSame(shown(), {})
    await clock.pass(500)
    t.strictSame([shown(), held()], [{}, {}])
  })
})

t.test('page lifecycle', async (t) => {
  t.test('pending changes, including removals, are sent at once when the page is closed', async (t) => {
    const { store, shop, clock } = await scenarioWithRing(1)
    store.remove(RING)
    store.flush()
    await clock.pass(0)
    t.strictSame(shop.calls, [`setLine ${RING} 0`, 'read'])
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
    t.strictSame(next.held(), { [RING]: 2 })
    await createCartStoreScenario({ storage, shop, clock }).store.init()
    await clock.pass(300)
    t.strictSame(next.held(), { [RING]: 2 }, 'once')
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
    t.strictSame(next.held(), { [RING]: 1 }, 'once')
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
    const { store, logged, shop } = createCartStoreScenario(await scenarioWithRing())
    shop.faults.push('refused')
    const isHydrated = store.init()
    store.leave()
    await isHydrated
    t.strictSame([logged, store.state.messages], [[], []])
    shop.faults.push('refused')
    await store.refresh()
    t.strictSame(logged, ['Failed to refresh cart'])
  })

  t.test('a request aborted by a navigation, before the page is reported as closed, is not a failure', async (t) => {
    const { store, logged, shop, clock } = createCartStoreScenario(await scenarioWithRing())
    shop.faults.push('lost')
    const isHydrated = store.init()
    await clock.pass(500)
    store.leave()
    await clock.pass(1000)
    await isHydrated
    t.strictSame([logged, store.state.messages], [[], []])
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
    const { store, held } = await scenarioWithRing(1)
    store.changeQuantity(RING, 'add')
    t.equal(await store.settle(), true)
    t.strictSame(held(), { [RING]: 2 })
  })

  t.test('checkout does not continue if the last change was rejected', async (t) => {
    const { store, shop } = await scenarioWithRing(1)
    shop.faults.push('refused')
    store.changeQuantity(RING, 'add')
    t.equal(await store.settle(), false)
  })

  t.test('a message shown in the drawer is not shown again when it closes', async (t) => {
    const { store, shop, clock } = await scenarioWithRing(1)
    store.open()
    shop.faults.push('refused')
    store.changeQuantity(RING, 'add')
    await clock.pass(300)
    t.equal(store.state.messages.at(-1)?.code, 'update-failed')
    store.close()
    t.strictSame(store.state.messages, [])
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
    t.strictSame(here.held(), { [RING]: 1, [CHAIN]: 1 })
  })

  t.test(
    'a product is added once, also if its request or its response is lost before the cart is loaded',
    async (t) => {
      for (const fault of ['lost', 'refused'] as const) {
        const { store, shown, held, shop, clock } = createCartStoreScenario(await scenarioWithRing(5))
        shop.faults.push('refused', fault)
        void store.init()
        await clock.pass(0)
        store.add({ variantId: RING })
        await clock.pass(300)
        store.add({ variantId: RING })
        await clock.pass(60_000)
        t.strictSame(held(), { [RING]: 7 }, fault)
        t.strictSame(shown(), { [RING]: 7 })
      }
    },
  )

  t.test('without storage the cart lasts as long as the page', async (t) => {
    const { store, shop, clock, shown } = await openScenario({
      storage: { get: () => undefined, set: () => undefined, remove: () => undefined },
    })
    store.add({ variantId: RING })
    await clock.pass(300)
    store.add({ variantId: RING })
    await clock.pass(300)
    t.equal(shop.carts.size, 1)
    t.strictSame(shown(), { [RING]: 2 })
  })
})

t.test('reset and complete', async (t) => {
  t.test('reset discards timers and pending changes, and creates a new cart', async (t) => {
    const { store, shop, clock, storage, shown } = await scenarioWithRing(1)
    const before = storage.get('cart_id')
    store.add({ variantId: CHAIN })
    t.equal(clock.timers(), 1)
    const reset = (await store.changes()).reset()
    t.equal(clock.timers(), 0)
    await reset
    await clock.pass(1000)
    t.strictSame(shop.calls, ['create reg_us'])
    t.strictSame(shown(), {})
    t.not(storage.get('cart_id'), before)
    t.ok(storage.get('cart_id'))
  })

  t.test('a reset that fails is logged', async (t) => {
    const { store, shop, storage, logged } = await scenarioWithRing(1)
    shop.faults.push('refused')
    await (await store.changes()).reset()
    t.strictSame(logged, ['Failed to reset cart'])
    t.equal(storage.get('cart_id'), undefined)
  })

  t.test('completing sends pending changes first and then forgets the cart', async (t) => {
    const { store, shop, storage, shown } = await scenarioWithRing(1)
    store.changeQuantity(RING, 'add')
    const order = await (await store.changes()).complete()
    t.strictSame(shop.calls, [`setLine ${RING} 2`, 'complete'])
    t.equal(order.items[0]?.quantity, 2)
    t.equal(storage.get('cart_id'), undefined)
    t.strictSame(shown(), {})
  })

  t.test('after an order nothing of its cart is left: no timer, no pending change, no message, no id', async (t) => {
    const { store, shop, clock, storage, shown } = await scenarioWithRing(2)
    store.remove(RING)
    store.undo()
    const before = storage.get('cart_id')
    shop.delays.push(1000)
    const ordered = (await store.changes()).complete()
    await clock.pass(500)
    store.changeQuantity(RING, 'remove')
    await clock.pass(2000)
    await ordered
    shop.calls.length = 0
    await clock.pass(60_000)
    t.strictSame(shop.calls, [], 'a change of the ordered cart is not sent to another cart')
    t.match(store.state, { confirmed: null, pending: {}, messages: [] })
    t.equal(storage.get('cart_id'), undefined)
    store.add({ variantId: CHAIN })
    await clock.pass(300)
    t.strictSame(shop.calls, ['create reg_us', `setLine ${CHAIN} 1`], 'the next product creates a cart')
    t.not(storage.get('cart_id'), before)
    t.strictSame(shown(), { [CHAIN]: 1 })
  })

  t.test('a rejected order leaves the cart unchanged and shows the error', async (t) => {
    const { store, shop, storage, logged, shown } = await scenarioWithRing(1)
    shop.faults.push(new CartApiError(402, { message: 'The payment was not accepted.' }))
    await t.rejects((await store.changes()).complete(), { message: 'The payment was not accepted.' })
    t.strictSame(logged, ['Failed to complete cart'])
    t.strictSame(shown(), { [RING]: 1 })
    t.ok(storage.get('cart_id'))
  })
})

t.test('undo and changes of region', async (t) => {
  t.test('undo restores a removed product with its quantity, also after the server has removed it', async (t) => {
    for (const wait of [100, 2000]) {
      const { store, clock, shown, held } = await scenarioWithRing(3)
      store.remove(RING)
      t.match(store.state.messages.at(-1), { code: 'removed', names: [`Ring ${RING}`] })
      await clock.pass(wait)
      store.undo()
      t.strictSame(shown(), { [RING]: 3 })
      t.equal(store.state.messages.at(-1)?.code, 'restored')
      await clock.pass(2000)
      t.strictSame(held(), { [RING]: 3 })
    }
  })

  t.test('a cart with a started payment asks before it changes its currency', async (t) => {
    const { store, cleared, shop } = createCartStoreScenario({ ...(await scenarioWithRing(1)), ...ABROAD })
    const [id = ''] = shop.carts.keys()
    const cart = shop.carts.get(id) ?? fail('no cart')
    shop.carts.set(id, { ...cart, payment_collection: { id: 'pay_col_1', payment_sessions: [] } })
    await store.init()
    t.strictSame(store.state.confirmation, { from: 'USD', to: 'ILS' })
    await (await store.changes()).answer(true)
    t.equal(store.state.confirmation, null)
    t.equal(store.state.view.currency_code, 'ILS')
    t.match(store.state.messages.at(-1), { code: 'notice', texts: ['Your cart is in ILS now.'] })
    t.equal(cleared(), 1, 'cached prices of the old currency are cleared')
  })

  t.test('a cart moves to the region of the shopper by itself, once', async (t) => {
    const { store, shown, shop } = createCartStoreScenario({ ...(await scenarioWithRing(1)), ...ABROAD })
    const [id] = shop.carts.keys()
    await store.init()
    await store.init()
    t.equal(store.state.view.currency_code, 'ILS')
    t.equal(store.state.view.id, id, 'the same cart')
    t.strictSame(shown(), { [RING]: 1 }, 'with its products')
    t.strictSame([...shop.carts.keys()], [id], 'and no other')
    t.equal(shop.calls.filter((call) => call === 'update region_id').length, 1)
  })

  t.test('an unknown promotion code changes nothing and shows the reason', async (t) => {
    const { store } = await scenarioWithRing(1)
    const changes = await store.changes()
    await t.rejects(changes.setPromoCodes(['NOSUCH']), { message: 'We do not know the code NOSUCH.' })
    t.strictSame(store.state.view.promo_codes, [])
  })

  t.test('a failed change of region is logged and shown, and the cart stays', async (t) => {
    const { store, logged, shown, shop } = createCartStoreScenario({ ...(await scenarioWithRing(1)), ...ABROAD })
    shop.faults.push(undefined, 'refused')
    await store.init()
    t.strictSame(logged, ['Failed to recreate cart'])
    t.match(store.state.messages.at(-1), { code: 'move-failed', texts: ['The shop is resting.'] })
    t.strictSame(shown(), { [RING]: 1 })
    t.equal(store.state.view.currency_code, 'USD')
  })

  t.test('a failure to clear cached prices is logged, and the cart still moves', async (t) => {
    const clearCache = () => {
      throw new Error('there is no cache')
    }
    const { store, logged } = createCartStoreScenario({ ...(await scenarioWithRing(1)), ...ABROAD, clearCache })
    await store.init()
    t.strictSame(logged, ['Failed to clear cache'])
    t.equal(store.state.view.currency_code, 'ILS')
  })
})

type CartPage = ReturnType<typeof createCartStoreScenario>

class CookieJar {
  cookie: string | undefined
  /** False for a browser that blocks cookies. */
  keeps = true
  readonly api: CartApi
  readonly created: string[] = []

  constructor({ shop, store }: CartPage) {
    const { api } = shop
    this.cookie = store.state.confirmed?.id
    const check = (cartId: string) => {
      if (cartId !== this.cookie) throw new CartApiError(403, { message: 'We cannot tell that this cart is yours.' })
    }
    this.api = {
      ...api,
      create: async (body) => {
        const answer = await api.create(body)
        this.created.push(answer.cart.id)
        if (this.keeps) this.cookie = answer.cart.id
        return answer
      },
      read: async (cartId) => {
        const answer = await api.read(cartId)
        const { email: _, ...open } = answer.cart
        return cartId === this.cookie ? answer : { ...answer, cart: open }
      },
      recreate: async (cartId, body) => {
        const answer = await api.recreate(cartId, body)
        this.created.push(answer.cart.id)
        if (this.keeps) this.cookie = answer.cart.id
        return answer
      },
      readCurrent: async () => (this.cookie === undefined ? { cart: null } : api.read(this.cookie)),
      update: async (cartId, body) => (check(cartId), api.update(cartId, body)),
      setLine: async (cartId, key, body) => (check(cartId), api.setLine(cartId, key, body)),
    }
  }
}

async function nextPage(): Promise<{ page: CartPage; jar: CookieJar; old: string }> {
  const earlier = await scenarioWithRing(2)
  const { storage, shop, clock } = earlier
  const jar = new CookieJar(earlier)
  const page = createCartStoreScenario({ storage, shop: { ...shop, api: jar.api }, clock })
  return { page, jar, old: storage.get('cart_id') ?? '' }
}

function endSession(jar: CookieJar, old: string): void {
  const { read } = jar.api
  jar.cookie = undefined
  jar.api.read = async (cartId) => {
    if (cartId !== old) return read(cartId)
    throw new CartApiError(404, { message: 'This cart is no longer available.', details: { reason: 'signed_out' } })
  }
}

const codes = ({ store }: CartPage) => store.state.messages.map(({ code }) => code)

t.test('a shopper without the cookie gets every product in a new cart, with one message', async (t) => {
  const { page, jar, old } = await nextPage()
  jar.cookie = undefined
  await page.store.init()
  t.strictSame(page.shown(), { [RING]: 2 }, 'at once')
  await page.clock.pass(300)
  t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [RING]: 2 })
  t.not(page.storage.get('cart_id'), old)
  t.equal(page.storage.get('cart_id'), jar.cookie)
  t.strictSame(codes(page), ['replaced'])
  t.strictSame(jar.created.length, 1)
  t.strictSame(page.shop.quantities(old), { [RING]: 2 }, 'the old cart is unchanged')
})

t.test(
  'the cart of a customer whose session has ended is not copied, and the next product gets a new one',
  async (t) => {
    const { page, jar, old } = await nextPage()
    await page.store.init()
    t.strictSame(page.shown(), { [RING]: 2 })
    endSession(jar, old)
    await page.store.refresh()
    t.strictSame(page.shown(), {})
    t.strictSame(jar.created, [])
    t.equal(page.storage.get('cart_id'), undefined)
    page.store.add({ variantId: CHAIN })
    await page.clock.pass(1000)
    t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [CHAIN]: 1 })
    t.strictSame(page.shop.quantities(old), { [RING]: 2 }, 'the customer’s cart is unchanged')
  },
)

t.test('a product added before the page knows that the session has ended gets a new cart', async (t) => {
  const { page, jar, old } = await nextPage()
  await page.store.init()
  endSession(jar, old)
  page.store.add({ variantId: CHAIN })
  await page.clock.pass(1000)
  t.strictSame(page.shown(), { [CHAIN]: 1 })
  t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [CHAIN]: 1 })
  t.strictSame(codes(page), ['added'])
})

t.test('a product that cannot be added to the new cart is skipped and named, and the others are added', async (t) => {
  const { page, jar, old } = await nextPage()
  await page.shop.api.setLine(old, CHAIN, { quantity: 1 })
  jar.cookie = undefined
  page.shop.stock.set(RING, 0)
  await page.store.init()
  await page.clock.pass(1000)
  t.strictSame(page.shown(), { [CHAIN]: 1 })
  t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [CHAIN]: 1 })
  t.strictSame(page.logged, ['Failed to re-add item'])
  t.match(
    page.store.state.messages.find(({ code }) => code === 'add-failed'),
    { names: [`Ring ${RING}`], texts: [`Ring ${RING} is sold out.`] },
  )
})

t.test('promotion codes are copied to the new cart', async (t) => {
  const { page, jar, old } = await nextPage()
  await page.shop.api.update(old, { promo_codes: [PROMO_CODE] })
  jar.cookie = undefined
  await page.store.init()
  await page.clock.pass(1000)
  t.strictSame(page.shop.carts.get(jar.cookie ?? '')?.promo_codes, [PROMO_CODE])
  t.strictSame(page.store.state.view.promo_codes, [PROMO_CODE])
  t.strictSame(codes(page), ['replaced'])
})

t.test('an expired promotion code is named, and the others are copied', async (t) => {
  const { page, jar, old } = await nextPage()
  const cart = page.shop.carts.get(old) ?? fail('no cart')
  page.shop.carts.set(old, { ...cart, promo_codes: ['OVER', PROMO_CODE] })
  jar.cookie = undefined
  await page.store.init()
  await page.clock.pass(1000)
  t.strictSame(page.store.state.view.promo_codes, [PROMO_CODE])
  t.match(page.store.state.messages.at(-1), {
    code: 'code-failed',
    names: ['OVER'],
    texts: ['We do not know the code OVER.'],
  })
})

t.test('a product added after the cookie is lost is added to the existing ones', async (t) => {
  const { page, jar } = await nextPage()
  await page.store.init()
  jar.cookie = undefined
  page.store.add({ variantId: CHAIN })
  page.store.add({ variantId: RING })
  await page.clock.pass(1000)
  t.strictSame(page.shown(), { [RING]: 3, [CHAIN]: 1 })
  t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [RING]: 3, [CHAIN]: 1 })
  t.strictSame(codes(page), ['replaced'])
  t.strictSame(jar.created.length, 1)
})

t.test('a cart created by a form gets the contents of the stored cart', async (t) => {
  const { page, jar } = await nextPage()
  const { cart } = await page.shop.api.create({})
  await jar.api.setLine((jar.cookie = cart.id), CHAIN, { quantity: 1 })
  const rendered = (await jar.api.read(cart.id)).cart
  page.store.adopt(rendered)
  await page.store.init()
  await page.clock.pass(300)
  t.strictSame(page.shop.quantities(cart.id), { [RING]: 2, [CHAIN]: 1 })
  await page.store.init()
  await page.clock.pass(300)
  t.strictSame(page.shop.quantities(cart.id), { [RING]: 2, [CHAIN]: 1 }, 'once')
  t.strictSame(codes(page), ['replaced'])
})

t.test('two tabs without the cookie create one new cart and add no product twice', async (t) => {
  const { page: one, jar } = await nextPage()
  jar.cookie = undefined
  const { add: withTabLock } = createSerialQueue()
  const { storage, clock } = one
  const shop = { ...one.shop, api: jar.api }
  const tabs = [
    createCartStoreScenario({ storage, shop, clock, withTabLock }),
    createCartStoreScenario({ storage, shop, clock, withTabLock }),
  ]
  await Promise.all(tabs.map(({ store }) => store.init()))
  await clock.pass(1000)
  t.equal(jar.created.length, 1)
  t.strictSame(one.shop.quantities(jar.cookie ?? ''), { [RING]: 2 })
  for (const tab of tabs) t.strictSame(tab.shown(), { [RING]: 2 })
})

t.test('a browser that blocks cookies still shows the cart and says why it cannot be changed', async (t) => {
  const { page, jar, old } = await nextPage()
  jar.cookie = undefined
  jar.keeps = false
  await page.store.init()
  t.strictSame(page.shown(), { [RING]: 2 })
  page.store.add({ variantId: CHAIN })
  await page.clock.pass(1000)
  t.strictSame(page.shown(), { [RING]: 2 })
  t.match(page.store.state.messages.at(-1), { code: 'add-failed', texts: ['We cannot tell that this cart is yours.'] })
  t.equal(page.storage.get('cart_id'), old)
  t.equal(jar.created.length, 1, 'no further carts are created')
})

t.test('a page that sends a form gives up the cart that it is opening, whose cookie could arrive last', async (t) => {
  const page = new EventTarget()
  t.intercept(globalThis, 'addEventListener', { value: page.addEventListener.bind(page) })
  t.intercept(globalThis, 'fetch', {
    value: (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  })
  const opening = createCallShop('en')('POST', '/carts', {})
  page.dispatchEvent(new Event('submit'))
  await t.rejects(opening, { name: 'CartApiError', status: 0 })
})
