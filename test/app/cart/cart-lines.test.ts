import t from 'tap'

import { CartApiError } from '#app/cart/cart-api.ts'
import { lineKey } from '#shared/cart/line-key.ts'
import {
  CHAIN,
  createCartStoreScenario,
  openScenario,
  RING,
  scenarioWithRing,
} from '#test/support/cart-store-scenario.ts'
import { priceOf } from '#test/support/fake-backend.ts'

t.test('adding', async (t) => {
  t.test('a new product is shown at once as a temporary line and is created after 300 ms', async (t) => {
    const { store, shop, clock } = await openScenario()
    const prices = { unitPrice: 50_000, originalUnitPrice: 80_000, shownPrice: '50000 USD' }
    store.add({ variantId: RING, title: 'Halo ring', ...prices })
    const [line] = store.state.view.items
    t.match(line, { id: `temp_${RING}`, title: 'Halo ring', quantity: 1, total: 50_000 })
    t.equal(store.state.view.item_total, 50_000)
    await clock.pass(299)
    t.strictSame(shop.calls, [])
    await clock.pass(1)
    t.strictSame(shop.calls, [`setLine ${RING} 1 50000 USD`])
    t.match(store.state.view.items, [{ id: /^cali_/, total: priceOf(RING) }])
    t.match(store.state.messages.at(-1), { code: 'added', names: ['Halo ring'] })
  })

  t.test('a product without a known name is shown as Loading... until it has one', async (t) => {
    const { store, clock } = await openScenario()
    store.add({ variantId: RING })
    t.equal(store.state.view.items[0]?.title, 'Loading...')
    await clock.pass(300)
    t.equal(store.state.view.items[0]?.title, `Ring ${RING}`)
  })

  t.test('several clicks within 300 ms are debounced into one request with the sum', async (t) => {
    const { store, shop, clock } = await openScenario()
    store.add({ variantId: RING })
    await clock.pass(200)
    store.add({ variantId: RING, quantity: 2 })
    await clock.pass(299)
    t.strictSame(shop.calls, [])
    await clock.pass(1)
    t.strictSame(shop.calls, [`setLine ${RING} 3`])
  })

  t.test(
    'the quantity of an existing line and the total rise at once, and the change is sent after 300 ms',
    async (t) => {
      const { store, shop, clock, shown } = await scenarioWithRing()
      store.add({ variantId: RING })
      t.strictSame(shown(), { [RING]: 2 })
      t.equal(store.state.view.item_total, priceOf(RING) * 2)
      await clock.pass(300)
      t.strictSame(shop.calls, [`setLine ${RING} 2`])
    },
  )

  t.test('a line is limited to 99 of a product by every way of adding', async (t) => {
    const { store, shop, clock, shown } = await openScenario()
    store.add({ variantId: CHAIN, quantity: 100 })
    t.strictSame(shown(), { [CHAIN]: 99 })
    await clock.pass(300)
    t.strictSame(shop.calls, [`setLine ${CHAIN} 99`])

    const full = await scenarioWithRing(98)
    full.store.changeQuantity(RING, 'add')
    full.store.changeQuantity(RING, 'add')
    t.strictSame(full.shown(), { [RING]: 99 })
    await full.clock.pass(300)
    t.strictSame(full.shop.calls, [`setLine ${RING} 99`])
    full.store.setQuantity(RING, 1000)
    t.strictSame(full.shown(), { [RING]: 99 })
  })

  t.test('a rejection rolls the temporary line back, is logged, and names the product', async (t) => {
    const { store, shop, clock, logged, shown } = await openScenario()
    shop.faults.push('refused')
    store.add({ variantId: RING, title: 'Halo ring' })
    await clock.pass(300)
    t.strictSame(shown(), {})
    t.strictSame(logged, ['Failed to add new item'])
    t.match(store.state.messages.at(-1), {
      code: 'add-failed',
      names: ['Halo ring'],
      texts: ['The shop is resting.'],
    })
  })

  t.test('a rejected increase restores the previous quantity', async (t) => {
    const { store, shop, clock, logged, shown } = await scenarioWithRing(2)
    shop.faults.push('refused')
    store.add({ variantId: RING })
    await clock.pass(300)
    t.strictSame(shown(), { [RING]: 2 })
    t.strictSame(logged, ['Failed to sync add item'])
  })

  t.test('if no cart can be created, the product is rolled back and the reason logged', async (t) => {
    const { store, shop, clock, logged, shown } = createCartStoreScenario({ opensAtStart: false })
    shop.faults.push('refused')
    store.add({ variantId: RING })
    await clock.pass(300)
    t.strictSame(shown(), {})
    t.strictSame(logged, ['Failed to add/update item'])
  })

  t.test('the server clamps a quantity to the stock, and its notice is shown', async (t) => {
    const { store, shop, clock, shown } = await openScenario()
    shop.stock.set(RING, 2)
    store.add({ variantId: RING, quantity: 5 })
    await clock.pass(300)
    t.strictSame(shown(), { [RING]: 2 })
    t.match(store.state.messages.at(-1), { code: 'notice', texts: ['Only 2 left.'] })
  })
})

t.test('changing and removing', async (t) => {
  t.test('an invalid quantity is neither shown nor sent', async (t) => {
    const { store, shop, clock, logged, shown, held } = await scenarioWithRing(2)
    for (const quantity of [NaN, 1.5, Infinity, -Infinity]) {
      store.setQuantity(RING, quantity)
      t.strictSame(shown(), { [RING]: 2 }, `${quantity}`)
      await clock.pass(1000)
    }
    t.strictSame(shop.calls, [])
    t.strictSame(new Set(logged), new Set(['Failed to update item quantity']))
    t.strictSame(held(), { [RING]: 2 })
  })

  t.test('remove lowers by one, anything else raises by one, and the request follows after 300 ms', async (t) => {
    const { store, shop, clock, shown } = await scenarioWithRing(2)
    store.changeQuantity(RING, 'remove')
    t.strictSame(shown(), { [RING]: 1 })
    store.changeQuantity(RING, 'add')
    store.changeQuantity(RING, 'add')
    t.strictSame(shown(), { [RING]: 3 })
    await clock.pass(300)
    t.strictSame(shop.calls, [`setLine ${RING} 3`])
  })

  t.test(
    'a line whose quantity falls to zero disappears at once; it is deleted after 500 ms, and then the cart is read',
    async (t) => {
      const { store, shop, clock, shown } = await scenarioWithRing()
      store.changeQuantity(RING, 'remove')
      t.strictSame(shown(), {})
      t.equal(store.state.view.item_total, 0)
      await clock.pass(499)
      t.strictSame(shop.calls, [])
      await clock.pass(1)
      t.strictSame(shop.calls, [`setLine ${RING} 0`, 'read'])
      t.match(
        store.state.messages.at(-1),
        { code: 'removed', names: [`Ring ${RING}`] },
        'the message tells users of screen readers',
      )
    },
  )

  t.test('a pending removal does not delay checkout', async (t) => {
    const { store } = await scenarioWithRing()
    store.remove(RING)
    t.equal(await store.settle(), true)
  })

  t.test('a rejected removal restores the line and names the product', async (t) => {
    const { store, shop, clock, logged, shown } = await scenarioWithRing(2)
    shop.faults.push('refused')
    store.remove(RING)
    await clock.pass(500)
    t.strictSame(shown(), { [RING]: 2 })
    t.strictSame(logged, ['Failed to sync removal'])
    t.match(store.state.messages.at(-1), { code: 'remove-failed', names: [`Ring ${RING}`] })
  })

  t.test('a removed line stays removed if a late request of the page before has raised it', async (t) => {
    const { store, shop, clock, shown, held } = await scenarioWithRing(2)
    const [cartId = ''] = shop.carts.keys()
    await shop.api.setLine(cartId, RING, { quantity: 6 })
    store.remove(RING)
    await clock.pass(500)
    t.strictSame([shown(), held()], [{}, {}])
  })

  t.test('a removed line stays removed if only the read afterwards fails', async (t) => {
    const { store, shop, clock, logged, shown } = await scenarioWithRing()
    shop.faults.push(undefined, 'refused')
    store.remove(RING)
    await clock.pass(500)
    t.strictSame(shown(), {})
    t.strictSame(logged, [])
  })

  t.test('a rejected quantity is rolled back and logged', async (t) => {
    const { store, shop, clock, logged, shown } = await scenarioWithRing(2)
    shop.faults.push('refused')
    store.changeQuantity(RING, 'add')
    await clock.pass(300)
    t.strictSame(shown(), { [RING]: 2 })
    t.strictSame(logged, ['Failed to sync quantity update'])
  })

  t.test('a change of a product that is not in the cart is logged and ignored', async (t) => {
    const { store, shop, clock, logged } = await openScenario()
    store.setQuantity(RING, 2)
    store.remove(RING)
    await clock.pass(1000)
    t.strictSame(logged, ['Failed to update item quantity', 'Failed to remove item'])
    t.strictSame(shop.calls, [])
  })
})

t.test('engraving', async (t) => {
  const [ANNA, MAX] = [lineKey(RING, 'Anna'), lineKey(RING, 'Max')]

  t.test('pieces of one variant with different engravings are lines of their own', async (t) => {
    const { store, shop, clock, shown, held } = await scenarioWithRing()
    for (const engraving of ['Anna', 'Max', 'Anna']) store.add({ variantId: RING, engraving })
    t.strictSame(shown(), { [RING]: 1, [ANNA]: 2, [MAX]: 1 })
    await clock.pass(300)
    t.strictSame(shop.calls, [`setLine ${MAX} 1`, `setLine ${ANNA} 2`])
    t.match(store.state.view.items, [{ engraving: null }, { engraving: 'Max' }, { engraving: 'Anna' }])

    store.changeQuantity(MAX, 'add')
    store.remove(ANNA)
    t.strictSame(shown(), { [RING]: 1, [MAX]: 2 })
    await clock.pass(500)
    t.strictSame(held(), { [RING]: 1, [MAX]: 2 })
    store.undo()
    await clock.pass(0)
    t.strictSame(held(), { [RING]: 1, [MAX]: 2, [ANNA]: 2 })
    t.equal(store.state.view.items.at(-1)?.engraving, 'Anna', 'an undone removal keeps the text')
  })

  t.test('an engraved piece whose answer is lost is added once', async (t) => {
    const { store, shop, clock, shown, held } = await openScenario()
    shop.faults.push('lost')
    store.add({ variantId: RING, engraving: 'Anna' })
    await clock.pass(300)
    t.strictSame(held(), { [ANNA]: 1 })
    t.strictSame(shown(), { [ANNA]: 1 })
  })
})

t.test('responses and newer changes', async (t) => {
  t.test('a stale response is never shown', async (t) => {
    const { store, shop, clock, shown, held } = await scenarioWithRing(1)
    shop.delays.push(1000)
    store.setQuantity(RING, 5)
    await clock.pass(400)
    store.setQuantity(RING, 2)
    await clock.pass(900)
    t.strictSame(shown(), { [RING]: 2 })
    await clock.pass(1000)
    t.strictSame(shown(), { [RING]: 2 })
    t.strictSame(held(), { [RING]: 2 })
  })

  t.test('a stale failure after a flush is silent and does not discard the newer change', async (t) => {
    const { store, shop, clock, shown, held } = await scenarioWithRing(1)
    shop.delays.push(1000, 3000)
    shop.faults.push('refused')
    store.setQuantity(RING, 5)
    await clock.pass(400)
    store.setQuantity(RING, 2)
    // Both requests are in flight now.
    store.flush()
    await clock.pass(1200)
    t.strictSame(shown(), { [RING]: 2 }, 'the newer change is still shown')
    await clock.pass(5000)
    t.strictSame(shown(), { [RING]: 2 })
    t.strictSame(held(), { [RING]: 2 })
    t.equal(store.state.messages.at(-1)?.code, 'added', 'the last thing said is from before')
  })

  t.test('a response for one product does not show an old quantity of another', async (t) => {
    const { store, clock, shown } = await scenarioWithRing(1)
    store.add({ variantId: CHAIN })
    await clock.pass(100)
    store.setQuantity(RING, 7)
    await clock.pass(200)
    t.strictSame(shown(), { [RING]: 7, [CHAIN]: 1 })
  })

  t.test(
    'a request without a response is sent three times, and then the cart shows whether it succeeded',
    async (t) => {
      for (const fault of ['lost', new CartApiError(0, {})] as const) {
        const { store, shop, clock, logged, shown, held } = await scenarioWithRing(2)
        shop.faults.push(fault, fault, fault)
        store.add({ variantId: RING })
        await clock.pass(300)
        t.strictSame(shop.calls, [`setLine ${RING} 3`, `setLine ${RING} 3`, `setLine ${RING} 3`, 'read'])
        t.strictSame(shown(), held())
        t.strictSame(held(), { [RING]: fault === 'lost' ? 3 : 2 })
        t.strictSame(logged, fault === 'lost' ? [] : ['Failed to sync add item'])
      }
    },
  )

  t.test('what two tabs add at the same moment adds up', async (t) => {
    const here = await scenarioWithRing(1)
    const { storage, shop, clock } = here
    const there = await openScenario({ storage, shop, clock })
    for (const { store } of [here, there]) store.add({ variantId: RING })
    await clock.pass(300)
    await here.store.refresh()
    for (const tab of [here, there]) t.strictSame([tab.shown(), tab.held()], [{ [RING]: 3 }, { [RING]: 3 }])
  })
})

t.test('missing carts and lines', async (t) => {
  t.test(
    'a product added to a cart that has become an order goes into a new cart, with the other products',
    async (t) => {
      const { store, shop, clock, storage, shown, held } = await scenarioWithRing(2)
      const before = storage.get('cart_id') ?? ''
      await shop.api.complete(before, {})
      store.add({ variantId: RING })
      await clock.pass(300)
      t.not(storage.get('cart_id'), before)
      t.strictSame(held(), { [RING]: 3 })
      t.strictSame(shown(), { [RING]: 3 })
      t.equal(store.state.messages.find(({ code }) => code === 'replaced')?.code, 'replaced')
    },
  )

  t.test('the contents of a deleted cart are put into a new one as the shopper saw them, with a message', async (t) => {
    const { store, shop, clock, shown, held } = await scenarioWithRing(2)
    shop.carts.clear()
    store.changeQuantity(RING, 'add')
    await clock.pass(300)
    t.strictSame(shown(), { [RING]: 3 })
    t.strictSame(held(), { [RING]: 3 })
    t.equal(store.state.messages.at(-1)?.code, 'replaced')
    t.equal(shop.carts.size, 1)
  })

  t.test('a deleted cart is restored when the page becomes visible', async (t) => {
    const { store, shop, clock, held } = await scenarioWithRing(2)
    shop.carts.clear()
    await store.refresh()
    await clock.pass(300)
    t.strictSame(held(), { [RING]: 2 })
  })

  t.test('a product that cannot be restored is shown and logged', async (t) => {
    const { store, shop, clock, logged, shown } = await scenarioWithRing(2)
    shop.carts.clear()
    shop.stock.set(RING, 0)
    await store.refresh()
    await clock.pass(300)
    t.strictSame(shown(), {})
    t.strictSame(logged, ['Failed to re-add item'])
    t.match(store.state.messages.at(-1), { code: 'add-failed', names: [`Ring ${RING}`] })
  })

  t.test('a cart that was ordered in another tab is not restored', async (t) => {
    const { store, shop, clock, storage, shown } = await scenarioWithRing(2)
    await shop.api.complete(storage.get('cart_id') ?? '', {})
    await store.refresh()
    await clock.pass(300)
    t.strictSame(shown(), {})
    t.equal(store.state.messages.at(-1)?.code, 'ordered')
  })

  t.test(
    'increasing a line that another tab has removed adds it again with the quantity that the shopper sees',
    async (t) => {
      const { store, shop, clock, storage, shown, held } = await scenarioWithRing(2)
      const id = storage.get('cart_id') ?? ''
      await shop.api.setLine(id, RING, { quantity: 0 })
      store.add({ variantId: RING })
      await clock.pass(300)
      t.strictSame(shown(), { [RING]: 3 })
      t.strictSame(held(), { [RING]: 3 })
    },
  )

  t.test('a rejection is final if the line still exists', async (t) => {
    const { store, shop, clock, shown } = await scenarioWithRing(2)
    shop.faults.push(new CartApiError(409, { message: 'Your cart is busy.' }))
    store.add({ variantId: RING })
    await clock.pass(300)
    t.strictSame(shown(), { [RING]: 2 })
    t.match(store.state.messages.at(-1), { code: 'add-failed', texts: ['Your cart is busy.'] })
  })
})
