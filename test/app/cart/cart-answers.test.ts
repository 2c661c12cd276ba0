import t from 'tap'

import { CartApiError } from '#app/cart/cart-api.ts'
import { CHAIN, RING, cartOf, openScenario, scenarioWithRing } from '#test/support/cart-store-scenario.ts'

t.test('responses and newer changes', async (t) => {
  t.test('a stale response is never shown', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.shop.delays.push(1000)
    scenario.store.setQuantity(RING, 5)
    await scenario.clock.pass(400)
    scenario.store.setQuantity(RING, 2)
    await scenario.clock.pass(900)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    await scenario.clock.pass(1000)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.strictSame(cartOf(scenario), { [RING]: 2 })
  })

  t.test('a stale failure is silent, and the newer change is sent', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.shop.delays.push(1000)
    scenario.shop.faults.push('refused')
    scenario.store.setQuantity(RING, 5)
    await scenario.clock.pass(400)
    scenario.store.setQuantity(RING, 2)
    await scenario.clock.pass(2000)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.equal(scenario.store.state.messages.at(-1)?.code, 'added', 'the last thing said is from before')
  })

  t.test('a stale failure after a flush is silent and does not discard the newer change', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.shop.delays.push(1000, 3000)
    scenario.shop.faults.push('refused')
    scenario.store.setQuantity(RING, 5)
    await scenario.clock.pass(400)
    scenario.store.setQuantity(RING, 2)
    // Both requests are in flight now.
    scenario.store.flush()
    await scenario.clock.pass(1200)
    t.strictSame(scenario.shown(), { [RING]: 2 }, 'the newer change is still shown')
    await scenario.clock.pass(5000)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.strictSame(cartOf(scenario), { [RING]: 2 })
    t.equal(scenario.store.state.messages.at(-1)?.code, 'added', 'the last thing said is from before')
  })

  t.test('a failure for one product does not affect a pending change of another', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.faults.push('refused')
    scenario.store.setQuantity(RING, 4)
    await scenario.clock.pass(100)
    scenario.store.add({ variantId: CHAIN })
    await scenario.clock.pass(200)
    t.strictSame(scenario.shown(), { [RING]: 2, [CHAIN]: 1 })
    await scenario.clock.pass(300)
    t.strictSame(cartOf(scenario), { [RING]: 2, [CHAIN]: 1 })
  })

  t.test('a response for one product does not show an old quantity of another', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.store.add({ variantId: CHAIN })
    await scenario.clock.pass(100)
    scenario.store.setQuantity(RING, 7)
    await scenario.clock.pass(200)
    t.strictSame(scenario.shown(), { [RING]: 7, [CHAIN]: 1 })
  })

  t.test('writes to one cart are sent one after the other', async (t) => {
    const scenario = await openScenario()
    scenario.shop.delays.push(1000)
    scenario.store.add({ variantId: RING })
    scenario.store.add({ variantId: CHAIN })
    await scenario.clock.pass(900)
    t.strictSame(scenario.shop.calls, [`addLine ${RING} 1`])
    await scenario.clock.pass(1000)
    t.strictSame(scenario.shop.calls, [`addLine ${RING} 1`, `addLine ${CHAIN} 1`])
  })
})

t.test('missing carts and lines', async (t) => {
  t.test(
    'a product added to a cart that has become an order goes into a new cart, with the other products',
    async (t) => {
      const scenario = await scenarioWithRing(2)
      const before = scenario.storage.get('cart_id') ?? ''
      await scenario.shop.api.complete(before, {})
      scenario.store.add({ variantId: RING })
      await scenario.clock.pass(300)
      t.not(scenario.storage.get('cart_id'), before)
      t.strictSame(cartOf(scenario), { [RING]: 3 })
      t.strictSame(scenario.shown(), { [RING]: 3 })
      t.equal(scenario.store.state.messages.find(({ code }) => code === 'replaced')?.code, 'replaced')
    },
  )

  t.test('the contents of a deleted cart are put into a new one as the shopper saw them, with a message', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.carts.clear()
    scenario.store.changeQuantity(RING, 'add')
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), { [RING]: 3 })
    t.strictSame(cartOf(scenario), { [RING]: 3 })
    t.equal(scenario.store.state.messages.at(-1)?.code, 'replaced')
    t.equal(scenario.shop.carts.size, 1)
  })

  t.test('a deleted cart is restored when the page becomes visible', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.carts.clear()
    await scenario.store.refresh()
    await scenario.clock.pass(300)
    t.strictSame(cartOf(scenario), { [RING]: 2 })
  })

  t.test('a product that cannot be restored is shown and logged', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.carts.clear()
    scenario.shop.stock.set(RING, 0)
    await scenario.store.refresh()
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), {})
    t.strictSame(scenario.logged, ['Failed to re-add item'])
    t.match(scenario.store.state.messages.at(-1), { code: 'add-failed', names: [`Ring ${RING}`] })
  })

  t.test('a cart that was ordered in another tab is not restored', async (t) => {
    const scenario = await scenarioWithRing(2)
    await scenario.shop.api.complete(scenario.storage.get('cart_id') ?? '', {})
    await scenario.store.refresh()
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), {})
    t.equal(scenario.store.state.messages.at(-1)?.code, 'ordered')
  })

  t.test(
    'increasing a line that another tab has removed adds it again with the quantity that the shopper sees',
    async (t) => {
      const scenario = await scenarioWithRing(2)
      const id = scenario.storage.get('cart_id') ?? ''
      await scenario.shop.api.removeLine(id, RING, 'another-tab=1')
      scenario.store.add({ variantId: RING })
      await scenario.clock.pass(300)
      t.strictSame(scenario.shown(), { [RING]: 3 })
      t.strictSame(cartOf(scenario), { [RING]: 3 })
    },
  )

  t.test('a rejection is final if the line still exists', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.faults.push(new CartApiError(409, { message: 'Your cart is busy.' }))
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.match(scenario.store.state.messages.at(-1), { code: 'add-failed', texts: ['Your cart is busy.'] })
  })
})
