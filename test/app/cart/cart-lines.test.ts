import t from 'tap'

import { lineKey } from '#shared/cart/line-key.ts'
import {
  CHAIN,
  RING,
  cartOf,
  createCartStoreScenario,
  openScenario,
  scenarioWithRing,
} from '#test/support/cart-store-scenario.ts'
import { priceOf } from '#test/support/fake-backend.ts'

t.test('adding', async (t) => {
  t.test('a new product is shown at once as a temporary line and is created after 300 ms', async (t) => {
    const scenario = await openScenario()
    const prices = { unitPrice: 50_000, originalUnitPrice: 80_000, shownPrice: '50000 USD' }
    scenario.store.add({ variantId: RING, title: 'Halo ring', ...prices })
    const [line] = scenario.store.state.view.items
    t.match(line, { id: `temp_${RING}`, title: 'Halo ring', quantity: 1, total: 50_000 })
    t.equal(scenario.store.state.view.item_total, 50_000)
    await scenario.clock.pass(299)
    t.strictSame(scenario.shop.calls, [])
    await scenario.clock.pass(1)
    t.strictSame(scenario.shop.calls, [`addLine ${RING} 1 50000 USD`])
    t.match(scenario.store.state.view.items, [{ id: /^cali_/, total: priceOf(RING) }])
    t.match(scenario.store.state.messages.at(-1), { code: 'added', names: ['Halo ring'] })
  })

  t.test('a product without a known name is shown as Loading... until it has one', async (t) => {
    const scenario = await openScenario()
    scenario.store.add({ variantId: RING })
    t.equal(scenario.store.state.view.items[0]?.title, 'Loading...')
    await scenario.clock.pass(300)
    t.equal(scenario.store.state.view.items[0]?.title, `Ring ${RING}`)
  })

  t.test('several clicks within 300 ms are debounced into one request with the sum', async (t) => {
    const scenario = await openScenario()
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(200)
    scenario.store.add({ variantId: RING, quantity: 2 })
    await scenario.clock.pass(299)
    t.strictSame(scenario.shop.calls, [])
    await scenario.clock.pass(1)
    t.strictSame(scenario.shop.calls, [`addLine ${RING} 3`])
  })

  t.test(
    'the quantity of an existing line and the total rise at once, and the change is sent after 300 ms',
    async (t) => {
      const scenario = await scenarioWithRing()
      scenario.store.add({ variantId: RING })
      t.strictSame(scenario.shown(), { [RING]: 2 })
      t.equal(scenario.store.state.view.item_total, priceOf(RING) * 2)
      await scenario.clock.pass(300)
      t.strictSame(scenario.shop.calls, [`updateLine ${RING} 2`])
    },
  )

  t.test('a line is limited to 99 of a product by every way of adding', async (t) => {
    const scenario = await openScenario()
    scenario.store.add({ variantId: CHAIN, quantity: 100 })
    t.strictSame(scenario.shown(), { [CHAIN]: 99 })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shop.calls, [`addLine ${CHAIN} 99`])

    const full = await scenarioWithRing(98)
    full.store.changeQuantity(RING, 'add')
    full.store.changeQuantity(RING, 'add')
    t.strictSame(full.shown(), { [RING]: 99 })
    await full.clock.pass(300)
    t.strictSame(full.shop.calls, [`updateLine ${RING} 99`])
  })

  t.test('a rejection rolls the temporary line back, is logged, and names the product', async (t) => {
    const scenario = await openScenario()
    scenario.shop.faults.push('refused')
    scenario.store.add({ variantId: RING, title: 'Halo ring' })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), {})
    t.strictSame(scenario.logged, ['Failed to add new item'])
    t.match(scenario.store.state.messages.at(-1), {
      code: 'add-failed',
      names: ['Halo ring'],
      texts: ['The shop is resting.'],
    })
  })

  t.test('a rejected increase restores the previous quantity', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.faults.push('refused')
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.strictSame(scenario.logged, ['Failed to sync add item'])
  })

  t.test('if no cart can be created, the product is rolled back and the reason logged', async (t) => {
    const scenario = createCartStoreScenario({ opensAtStart: false })
    scenario.shop.faults.push('refused')
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), {})
    t.strictSame(scenario.logged, ['Failed to add/update item'])
  })

  t.test('after a lost response the cart is read again, because the change may have been saved', async (t) => {
    const scenario = await openScenario()
    scenario.shop.faults.push('lost')
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), { [RING]: 1 }, 'the server had saved it')
  })

  t.test('the server clamps a quantity to the stock, and its notice is shown', async (t) => {
    const scenario = await openScenario()
    scenario.shop.stock.set(RING, 2)
    scenario.store.add({ variantId: RING, quantity: 5 })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.match(scenario.store.state.messages.at(-1), { code: 'notice', texts: ['Only 2 left.'] })
  })
})

t.test('changing and removing', async (t) => {
  t.test('an invalid quantity is neither shown nor sent', async (t) => {
    const scenario = await scenarioWithRing(2)
    for (const quantity of [NaN, 1.5, Infinity, -Infinity]) {
      scenario.store.setQuantity(RING, quantity)
      t.strictSame(scenario.shown(), { [RING]: 2 }, `${quantity}`)
      await scenario.clock.pass(1000)
    }
    t.strictSame(scenario.shop.calls, [])
    t.strictSame(new Set(scenario.logged), new Set(['Failed to update item quantity']))
    t.strictSame(cartOf(scenario), { [RING]: 2 })
  })

  t.test('a shopper cannot order more than 99 of a product by accident', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.store.setQuantity(RING, 1000)
    t.strictSame(scenario.shown(), { [RING]: 99 })
    scenario.store.add({ variantId: CHAIN, quantity: 1000 })
    t.strictSame(scenario.shown(), { [RING]: 99, [CHAIN]: 99 })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shop.calls, [`updateLine ${RING} 99`, `addLine ${CHAIN} 99`])
  })

  t.test('remove lowers by one, anything else raises by one, and the request follows after 300 ms', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.store.changeQuantity(RING, 'remove')
    t.strictSame(scenario.shown(), { [RING]: 1 })
    scenario.store.changeQuantity(RING, 'add')
    scenario.store.changeQuantity(RING, 'add')
    t.strictSame(scenario.shown(), { [RING]: 3 })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shop.calls, [`updateLine ${RING} 3`])
  })

  t.test(
    'a line whose quantity falls to zero disappears at once; it is deleted after 500 ms, and then the cart is read',
    async (t) => {
      const scenario = await scenarioWithRing()
      scenario.store.changeQuantity(RING, 'remove')
      t.strictSame(scenario.shown(), {})
      t.equal(scenario.store.state.view.item_total, 0)
      await scenario.clock.pass(499)
      t.strictSame(scenario.shop.calls, [])
      await scenario.clock.pass(1)
      t.strictSame(scenario.shop.calls, [`removeLine ${RING}`, 'read'])
      t.match(
        scenario.store.state.messages.at(-1),
        { code: 'removed', names: [`Ring ${RING}`] },
        'the message tells users of screen readers',
      )
    },
  )

  t.test('a pending removal does not delay checkout', async (t) => {
    const scenario = await scenarioWithRing()
    scenario.store.remove(RING)
    t.equal(await scenario.store.settle(), true)
  })

  t.test('a rejected removal restores the line and names the product', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.faults.push('refused')
    scenario.store.remove(RING)
    await scenario.clock.pass(500)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.strictSame(scenario.logged, ['Failed to sync removal'])
    t.match(scenario.store.state.messages.at(-1), { code: 'remove-failed', names: [`Ring ${RING}`] })
  })

  t.test('a removed line stays removed if only the read afterwards fails', async (t) => {
    const scenario = await scenarioWithRing()
    scenario.shop.faults.push(undefined, 'refused')
    scenario.store.remove(RING)
    await scenario.clock.pass(500)
    t.strictSame(scenario.shown(), {})
    t.strictSame(scenario.logged, [])
  })

  t.test('a rejected quantity is rolled back and logged', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.faults.push('refused')
    scenario.store.changeQuantity(RING, 'add')
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.strictSame(scenario.logged, ['Failed to sync quantity update'])
  })

  t.test('a change of a product that is not in the cart is logged and ignored', async (t) => {
    const scenario = await openScenario()
    scenario.store.setQuantity(RING, 2)
    scenario.store.remove(RING)
    await scenario.clock.pass(1000)
    t.strictSame(scenario.logged, ['Failed to update item quantity', 'Failed to remove item'])
    t.strictSame(scenario.shop.calls, [])
  })

  t.test('a product added again while its removal is pending is only updated', async (t) => {
    const scenario = await scenarioWithRing(3)
    scenario.store.remove(RING)
    await scenario.clock.pass(200)
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(500)
    t.strictSame(scenario.shop.calls, [`updateLine ${RING} 1`])
  })

  t.test('a temporary line removed before its request is never sent', async (t) => {
    const scenario = await openScenario()
    laterBy(t, 60_000)
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(100)
    scenario.store.remove(RING)
    await scenario.clock.pass(1000)
    t.strictSame(scenario.shop.calls, [])
    t.strictSame(scenario.shown(), {})
  })

  t.test(
    'a new page also sends a change without effect, because the previous page may have sent another one',
    async (t) => {
      const scenario = await scenarioWithRing(2)
      scenario.store.changeQuantity(RING, 'add')
      scenario.store.changeQuantity(RING, 'remove')
      scenario.store.add({ variantId: CHAIN })
      scenario.store.remove(CHAIN)
      await scenario.clock.pass(1000)
      t.strictSame(scenario.shop.calls, [`updateLine ${RING} 2`, `removeLine ${CHAIN}`, 'read'])

      laterBy(t, 60_000)
      scenario.shop.calls.length = 0
      scenario.store.changeQuantity(RING, 'add')
      scenario.store.changeQuantity(RING, 'remove')
      await scenario.clock.pass(1000)
      t.strictSame(scenario.shop.calls, [], 'later the previous page can no longer interfere')
    },
  )

  t.test('a temporary line changed during its request gets its quantity once it has an id', async (t) => {
    const scenario = await openScenario()
    scenario.shop.delays.push(1000)
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(400)
    scenario.store.changeQuantity(RING, 'add')
    t.strictSame(scenario.shown(), { [RING]: 2 })
    await scenario.clock.pass(2000)
    t.strictSame(scenario.shop.calls, [`addLine ${RING} 1`, `updateLine ${RING} 2`])
    t.strictSame(cartOf(scenario), { [RING]: 2 })
  })

  t.test('a temporary line removed during its request is deleted once it has an id', async (t) => {
    const scenario = await openScenario()
    scenario.shop.delays.push(1000)
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(400)
    scenario.store.remove(RING)
    t.strictSame(scenario.shown(), {})
    await scenario.clock.pass(2000)
    t.strictSame(scenario.shop.calls, [`addLine ${RING} 1`, `removeLine ${RING}`, 'read'])
    t.strictSame(cartOf(scenario), {})
  })
})

/** Moves `Date.now` forward until the test ends. */
function laterBy(t: { teardown: (end: () => unknown) => unknown }, milliseconds: number): void {
  const { now } = Date
  Date.now = () => now() + milliseconds
  t.teardown(() => (Date.now = now))
}

t.test('engraving', async (t) => {
  const [ANNA, MAX] = [lineKey(RING, 'Anna'), lineKey(RING, 'Max')]

  t.test('pieces of one variant with different engravings are lines of their own', async (t) => {
    const scenario = await scenarioWithRing()
    for (const engraving of ['Anna', 'Max', 'Anna']) scenario.store.add({ variantId: RING, engraving })
    t.strictSame(scenario.shown(), { [RING]: 1, [ANNA]: 2, [MAX]: 1 })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shop.calls, [`addLine ${MAX} 1`, `addLine ${ANNA} 2`])
    t.match(scenario.store.state.view.items, [{ engraving: null }, { engraving: 'Max' }, { engraving: 'Anna' }])

    scenario.store.changeQuantity(MAX, 'add')
    scenario.store.remove(ANNA)
    t.strictSame(scenario.shown(), { [RING]: 1, [MAX]: 2 })
    await scenario.clock.pass(500)
    t.strictSame(cartOf(scenario), { [RING]: 1, [MAX]: 2 })
    scenario.store.undo()
    await scenario.clock.pass(0)
    t.strictSame(cartOf(scenario), { [RING]: 1, [MAX]: 2, [ANNA]: 2 })
    t.equal(scenario.store.state.view.items.at(-1)?.engraving, 'Anna', 'an undone removal keeps the text')
  })

  t.test('an engraved piece whose answer is lost is added once', async (t) => {
    const scenario = await openScenario()
    scenario.shop.faults.push('lost')
    scenario.store.add({ variantId: RING, engraving: 'Anna' })
    await scenario.clock.pass(300)
    t.strictSame(cartOf(scenario), { [ANNA]: 1 })
    t.strictSame(scenario.shown(), { [ANNA]: 1 })
  })
})
