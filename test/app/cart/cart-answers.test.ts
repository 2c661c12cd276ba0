import t from 'tap'

import { CartApiError } from '#app/cart/cart-api.ts'
import { CHAIN, RING, cartOf, openRoom, roomWithRing } from '#test/support/cart-store-room.ts'

t.test('answers and newer wishes', async (t) => {
  t.test('an answer that was overtaken never shows', async (t) => {
    const room = await roomWithRing(1)
    room.shop.delays.push(1000)
    room.store.setQuantity(RING, 5)
    await room.clock.pass(400)
    room.store.setQuantity(RING, 2)
    await room.clock.pass(900)
    t.strictSame(room.shown(), { [RING]: 2 })
    await room.clock.pass(1000)
    t.strictSame(room.shown(), { [RING]: 2 })
    t.strictSame(cartOf(room), { [RING]: 2 })
  })

  t.test('a failure that was overtaken is silent, and the newer wish is sent', async (t) => {
    const room = await roomWithRing(1)
    room.shop.delays.push(1000)
    room.shop.faults.push('refused')
    room.store.setQuantity(RING, 5)
    await room.clock.pass(400)
    room.store.setQuantity(RING, 2)
    await room.clock.pass(2000)
    t.strictSame(room.shown(), { [RING]: 2 })
    t.equal(room.store.state.messages.at(-1)?.code, 'added', 'the last thing said is from before')
  })

  t.test('the failure of one piece leaves the wish for another alone', async (t) => {
    const room = await roomWithRing(2)
    room.shop.faults.push('refused')
    room.store.setQuantity(RING, 4)
    await room.clock.pass(100)
    room.store.add({ variantId: CHAIN })
    await room.clock.pass(200)
    t.strictSame(room.shown(), { [RING]: 2, [CHAIN]: 1 })
    await room.clock.pass(300)
    t.strictSame(cartOf(room), { [RING]: 2, [CHAIN]: 1 })
  })

  t.test('an answer for one piece does not carry an old quantity of another', async (t) => {
    const room = await roomWithRing(1)
    room.store.add({ variantId: CHAIN })
    await room.clock.pass(100)
    room.store.setQuantity(RING, 7)
    await room.clock.pass(200)
    t.strictSame(room.shown(), { [RING]: 7, [CHAIN]: 1 })
  })

  t.test('writes to one cart follow one another', async (t) => {
    const room = await openRoom()
    room.shop.delays.push(1000)
    room.store.add({ variantId: RING })
    room.store.add({ variantId: CHAIN })
    await room.clock.pass(900)
    t.strictSame(room.shop.calls, [`addLine ${RING} 1`])
    await room.clock.pass(1000)
    t.strictSame(room.shop.calls, [`addLine ${RING} 1`, `addLine ${CHAIN} 1`])
  })
})

t.test('carts and lines that vanish', async (t) => {
  t.test(
    'what is added to a cart that was bought meanwhile goes into a new one, with the pieces beside it',
    async (t) => {
      const room = await roomWithRing(2)
      const before = room.storage.get('cart_id') ?? ''
      await room.shop.api.complete(before)
      room.store.add({ variantId: RING })
      await room.clock.pass(300)
      t.not(room.storage.get('cart_id'), before)
      t.strictSame(cartOf(room), { [RING]: 3 })
      t.strictSame(room.shown(), { [RING]: 3 })
      t.equal(room.store.state.messages.find(({ code }) => code === 'replaced')?.code, 'replaced')
    },
  )

  t.test(
    'what was in a cart that is gone is put into a new one, as the shopper saw it, and they are told',
    async (t) => {
      const room = await roomWithRing(2)
      room.shop.carts.clear()
      room.store.changeQuantity(RING, 'add')
      await room.clock.pass(300)
      t.strictSame(room.shown(), { [RING]: 3 })
      t.strictSame(cartOf(room), { [RING]: 3 })
      t.equal(room.store.state.messages.at(-1)?.code, 'replaced')
      t.equal(room.shop.carts.size, 1)
    },
  )

  t.test('a cart that has gone unnoticed is put together again when the page is looked at', async (t) => {
    const room = await roomWithRing(2)
    room.shop.carts.clear()
    await room.store.refresh()
    await room.clock.pass(300)
    t.strictSame(cartOf(room), { [RING]: 2 })
  })

  t.test('a piece that does not come along is named, and logged', async (t) => {
    const room = await roomWithRing(2)
    room.shop.carts.clear()
    room.shop.stock.set(RING, 0)
    await room.store.refresh()
    await room.clock.pass(300)
    t.strictSame(room.shown(), {})
    t.strictSame(room.logged, ['Failed to re-add item'])
    t.match(room.store.state.messages.at(-1), { code: 'add-failed', pieces: [`Ring ${RING}`] })
  })

  t.test('a cart that was bought in another tab is not filled again', async (t) => {
    const room = await roomWithRing(2)
    await room.shop.api.complete(room.storage.get('cart_id') ?? '')
    await room.store.refresh()
    await room.clock.pass(300)
    t.strictSame(room.shown(), {})
    t.equal(room.store.state.messages.at(-1)?.code, 'ordered')
  })

  t.test('more of a piece whose line another tab removed is put in again, as many as the shopper sees', async (t) => {
    const room = await roomWithRing(2)
    const id = room.storage.get('cart_id') ?? ''
    await room.shop.api.removeLine(id, RING, 'another-tab=1')
    room.store.add({ variantId: RING })
    await room.clock.pass(300)
    t.strictSame(room.shown(), { [RING]: 3 })
    t.strictSame(cartOf(room), { [RING]: 3 })
  })

  t.test('a refusal without a vanished line stays a refusal', async (t) => {
    const room = await roomWithRing(2)
    room.shop.faults.push(new CartApiError(409, { message: 'Your cart is busy.' }))
    room.store.add({ variantId: RING })
    await room.clock.pass(300)
    t.strictSame(room.shown(), { [RING]: 2 })
    t.match(room.store.state.messages.at(-1), { code: 'add-failed', texts: ['Your cart is busy.'] })
  })
})
