import t from 'tap'

import { CartApiError } from '#app/cart/cart-api.ts'
import { CHAIN, RING, cartOf, openScenario, scenarioWithRing } from '#test/support/cart-store-scenario.ts'

t.test('answers and newer wishes', async (t) => {
  t.test('an answer that was overtaken never shows', async (t) => {
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

  t.test('a failure that was overtaken is silent, and the newer wish is sent', async (t) => {
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

  t.test(
    'a failure of what was overtaken by a page that goes away neither ends the newer wish nor is told',
    async (t) => {
      const scenario = await scenarioWithRing(1)
      scenario.shop.delays.push(1000, 3000)
      scenario.shop.faults.push('refused')
      scenario.store.setQuantity(RING, 5)
      await scenario.clock.pass(400)
      scenario.store.setQuantity(RING, 2)
      // Both are on their way at once now.
      scenario.store.flush()
      await scenario.clock.pass(1200)
      t.strictSame(scenario.shown(), { [RING]: 2 }, 'the newer wish is still shown')
      await scenario.clock.pass(5000)
      t.strictSame(scenario.shown(), { [RING]: 2 })
      t.strictSame(cartOf(scenario), { [RING]: 2 })
      t.equal(scenario.store.state.messages.at(-1)?.code, 'added', 'the last thing said is from before')
    },
  )

  t.test('the failure of one piece leaves the wish for another alone', async (t) => {
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

  t.test('an answer for one piece does not carry an old quantity of another', async (t) => {
    const scenario = await scenarioWithRing(1)
    scenario.store.add({ variantId: CHAIN })
    await scenario.clock.pass(100)
    scenario.store.setQuantity(RING, 7)
    await scenario.clock.pass(200)
    t.strictSame(scenario.shown(), { [RING]: 7, [CHAIN]: 1 })
  })

  t.test('writes to one cart follow one another', async (t) => {
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

t.test('carts and lines that vanish', async (t) => {
  t.test(
    'what is added to a cart that was bought meanwhile goes into a new one, with the pieces beside it',
    async (t) => {
      const scenario = await scenarioWithRing(2)
      const before = scenario.storage.get('cart_id') ?? ''
      await scenario.shop.api.complete(before)
      scenario.store.add({ variantId: RING })
      await scenario.clock.pass(300)
      t.not(scenario.storage.get('cart_id'), before)
      t.strictSame(cartOf(scenario), { [RING]: 3 })
      t.strictSame(scenario.shown(), { [RING]: 3 })
      t.equal(scenario.store.state.messages.find(({ code }) => code === 'replaced')?.code, 'replaced')
    },
  )

  t.test(
    'what was in a cart that is gone is put into a new one, as the shopper saw it, and they are told',
    async (t) => {
      const scenario = await scenarioWithRing(2)
      scenario.shop.carts.clear()
      scenario.store.changeQuantity(RING, 'add')
      await scenario.clock.pass(300)
      t.strictSame(scenario.shown(), { [RING]: 3 })
      t.strictSame(cartOf(scenario), { [RING]: 3 })
      t.equal(scenario.store.state.messages.at(-1)?.code, 'replaced')
      t.equal(scenario.shop.carts.size, 1)
    },
  )

  t.test('a cart that has gone unnoticed is put together again when the page is looked at', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.carts.clear()
    await scenario.store.refresh()
    await scenario.clock.pass(300)
    t.strictSame(cartOf(scenario), { [RING]: 2 })
  })

  t.test('a piece that does not come along is named, and logged', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.carts.clear()
    scenario.shop.stock.set(RING, 0)
    await scenario.store.refresh()
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), {})
    t.strictSame(scenario.logged, ['Failed to re-add item'])
    t.match(scenario.store.state.messages.at(-1), { code: 'add-failed', names: [`Ring ${RING}`] })
  })

  t.test('a cart that was bought in another tab is not filled again', async (t) => {
    const scenario = await scenarioWithRing(2)
    await scenario.shop.api.complete(scenario.storage.get('cart_id') ?? '')
    await scenario.store.refresh()
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), {})
    t.equal(scenario.store.state.messages.at(-1)?.code, 'ordered')
  })

  t.test('more of a piece whose line another tab removed is put in again, as many as the shopper sees', async (t) => {
    const scenario = await scenarioWithRing(2)
    const id = scenario.storage.get('cart_id') ?? ''
    await scenario.shop.api.removeLine(id, RING, 'another-tab=1')
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), { [RING]: 3 })
    t.strictSame(cartOf(scenario), { [RING]: 3 })
  })

  t.test('a refusal without a vanished line stays a refusal', async (t) => {
    const scenario = await scenarioWithRing(2)
    scenario.shop.faults.push(new CartApiError(409, { message: 'Your cart is busy.' }))
    scenario.store.add({ variantId: RING })
    await scenario.clock.pass(300)
    t.strictSame(scenario.shown(), { [RING]: 2 })
    t.match(scenario.store.state.messages.at(-1), { code: 'add-failed', texts: ['Your cart is busy.'] })
  })
})
