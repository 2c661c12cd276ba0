import t from 'tap'

import { CHAIN, RING, cartOf, createCartStoreRoom, openRoom, roomWithRing } from '#test/support/cart-store-room.ts'
import { priceOf } from '#test/support/fake-backend.ts'

t.test('adding', async (t) => {
  t.test('a new piece is seen at once as a temporary line, and is created after 300 ms', async (t) => {
    const room = await openRoom()
    room.store.add({ variantId: RING, title: 'Halo ring', unitPrice: 50_000, originalUnitPrice: 80_000 })
    const [line] = room.store.state.view.items
    t.match(line, { id: `temp_${RING}`, title: 'Halo ring', quantity: 1, total: 50_000 })
    t.equal(room.store.state.view.item_total, 50_000)
    await room.clock.pass(299)
    t.strictSame(room.shop.calls, [])
    await room.clock.pass(1)
    t.strictSame(room.shop.calls, [`addLine ${RING} 1`])
    t.match(room.store.state.view.items, [{ id: /^cali_/, total: priceOf(RING) }])
    t.match(room.store.state.messages.at(-1), { code: 'added', pieces: ['Halo ring'] })
  })

  t.test('a piece without a known name is called Loading... until it has one', async (t) => {
    const room = await openRoom()
    room.store.add({ variantId: RING })
    t.equal(room.store.state.view.items[0]?.title, 'Loading...')
    await room.clock.pass(300)
    t.equal(room.store.state.view.items[0]?.title, `Ring ${RING}`)
  })

  t.test('several clicks within 300 ms become one call with the sum', async (t) => {
    const room = await openRoom()
    room.store.add({ variantId: RING })
    await room.clock.pass(200)
    room.store.add({ variantId: RING, quantity: 2 })
    await room.clock.pass(299)
    t.strictSame(room.shop.calls, [])
    await room.clock.pass(1)
    t.strictSame(room.shop.calls, [`addLine ${RING} 3`])
  })

  t.test('a piece that is in the cart already rises at once, with the total, and is sent after 300 ms', async (t) => {
    const room = await roomWithRing()
    room.store.add({ variantId: RING })
    t.strictSame(room.shown(), { [RING]: 2 })
    t.equal(room.store.state.view.item_total, priceOf(RING) * 2)
    await room.clock.pass(300)
    t.strictSame(room.shop.calls, [`updateLine ${RING} 2`])
  })

  t.test('a refusal takes the temporary line back, is logged, and names the piece', async (t) => {
    const room = await openRoom()
    room.shop.faults.push('refused')
    room.store.add({ variantId: RING, title: 'Halo ring' })
    await room.clock.pass(300)
    t.strictSame(room.shown(), {})
    t.strictSame(room.logged, ['Failed to add new item'])
    t.match(room.store.state.messages.at(-1), {
      code: 'add-failed',
      pieces: ['Halo ring'],
      texts: ['The shop is resting.'],
    })
  })

  t.test('a refusal of more of a piece restores the quantity before', async (t) => {
    const room = await roomWithRing(2)
    room.shop.faults.push('refused')
    room.store.add({ variantId: RING })
    await room.clock.pass(300)
    t.strictSame(room.shown(), { [RING]: 2 })
    t.strictSame(room.logged, ['Failed to sync add item'])
  })

  t.test('where no cart can be opened, the piece is taken back and the reason logged', async (t) => {
    const room = createCartStoreRoom({ opensAtStart: false })
    room.shop.faults.push('refused')
    room.store.add({ variantId: RING })
    await room.clock.pass(300)
    t.strictSame(room.shown(), {})
    t.strictSame(room.logged, ['Failed to add/update item'])
  })

  t.test('a lost answer is no proof of failure: the cart is read again', async (t) => {
    const room = await openRoom()
    room.shop.faults.push('lost')
    room.store.add({ variantId: RING })
    await room.clock.pass(300)
    t.strictSame(room.shown(), { [RING]: 1 }, 'the shop had heard it')
  })

  t.test('more than the stock is clamped by the shop, and its notice is shown', async (t) => {
    const room = await openRoom()
    room.shop.stock.set(RING, 2)
    room.store.add({ variantId: RING, quantity: 5 })
    await room.clock.pass(300)
    t.strictSame(room.shown(), { [RING]: 2 })
    t.match(room.store.state.messages.at(-1), { code: 'notice', texts: ['Only 2 left.'] })
  })
})

t.test('changing and removing', async (t) => {
  t.test('remove lowers by one, anything else raises by one, and the call follows after 300 ms', async (t) => {
    const room = await roomWithRing(2)
    room.store.changeQuantity(RING, 'remove')
    t.strictSame(room.shown(), { [RING]: 1 })
    room.store.changeQuantity(RING, 'add')
    room.store.changeQuantity(RING, 'add')
    t.strictSame(room.shown(), { [RING]: 3 })
    await room.clock.pass(300)
    t.strictSame(room.shop.calls, [`updateLine ${RING} 3`])
  })

  t.test(
    'a line that falls below one disappears at once; the delete call waits 500 ms, then the cart is read',
    async (t) => {
      const room = await roomWithRing()
      room.store.changeQuantity(RING, 'remove')
      t.strictSame(room.shown(), {})
      t.equal(room.store.state.view.item_total, 0)
      await room.clock.pass(499)
      t.strictSame(room.shop.calls, [])
      await room.clock.pass(1)
      t.strictSame(room.shop.calls, [`removeLine ${RING}`, 'read'])
      t.match(
        room.store.state.messages.at(-1),
        { code: 'removed', pieces: [`Ring ${RING}`] },
        'and who cannot see it is told',
      )
    },
  )

  t.test('what was removed does not hold the way to checkout back', async (t) => {
    const room = await roomWithRing()
    room.store.remove(RING)
    t.equal(await room.store.settle(), true)
  })

  t.test('a refused removal brings the line back and names the piece', async (t) => {
    const room = await roomWithRing(2)
    room.shop.faults.push('refused')
    room.store.remove(RING)
    await room.clock.pass(500)
    t.strictSame(room.shown(), { [RING]: 2 })
    t.strictSame(room.logged, ['Failed to sync removal'])
    t.match(room.store.state.messages.at(-1), { code: 'remove-failed', pieces: [`Ring ${RING}`] })
  })

  t.test('a removed line stays gone where only the look afterwards fails', async (t) => {
    const room = await roomWithRing()
    room.shop.faults.push(undefined, 'refused')
    room.store.remove(RING)
    await room.clock.pass(500)
    t.strictSame(room.shown(), {})
    t.strictSame(room.logged, [])
  })

  t.test('a refused quantity is restored and logged', async (t) => {
    const room = await roomWithRing(2)
    room.shop.faults.push('refused')
    room.store.changeQuantity(RING, 'add')
    await room.clock.pass(300)
    t.strictSame(room.shown(), { [RING]: 2 })
    t.strictSame(room.logged, ['Failed to sync quantity update'])
  })

  t.test('what is asked of a piece that is not in the cart is logged, and changes nothing', async (t) => {
    const room = await openRoom()
    room.store.setQuantity(RING, 2)
    room.store.remove(RING)
    await room.clock.pass(1000)
    t.strictSame(room.logged, ['Failed to update item quantity', 'Failed to remove item'])
    t.strictSame(room.shop.calls, [])
  })

  t.test('a piece added again while its removal waits is only updated', async (t) => {
    const room = await roomWithRing(3)
    room.store.remove(RING)
    await room.clock.pass(200)
    room.store.add({ variantId: RING })
    await room.clock.pass(500)
    t.strictSame(room.shop.calls, [`updateLine ${RING} 1`])
  })

  t.test('a temporary line removed before its call has left is never sent', async (t) => {
    const room = await openRoom()
    laterBy(t, 60_000)
    room.store.add({ variantId: RING })
    await room.clock.pass(100)
    room.store.remove(RING)
    await room.clock.pass(1000)
    t.strictSame(room.shop.calls, [])
    t.strictSame(room.shown(), {})
  })

  t.test(
    'a page that has just come also says what changes nothing: the one before may have said otherwise',
    async (t) => {
      const room = await roomWithRing(2)
      room.store.changeQuantity(RING, 'add')
      room.store.changeQuantity(RING, 'remove')
      room.store.add({ variantId: CHAIN })
      room.store.remove(CHAIN)
      await room.clock.pass(1000)
      t.strictSame(room.shop.calls, [`updateLine ${RING} 2`, `removeLine ${CHAIN}`, 'read'])

      laterBy(t, 60_000)
      room.shop.calls.length = 0
      room.store.changeQuantity(RING, 'add')
      room.store.changeQuantity(RING, 'remove')
      await room.clock.pass(1000)
      t.strictSame(room.shop.calls, [], 'later nothing of the kind can come')
    },
  )

  t.test('a temporary line changed while its call is under way gets its quantity once it has an id', async (t) => {
    const room = await openRoom()
    room.shop.delays.push(1000)
    room.store.add({ variantId: RING })
    await room.clock.pass(400)
    room.store.changeQuantity(RING, 'add')
    t.strictSame(room.shown(), { [RING]: 2 })
    await room.clock.pass(2000)
    t.strictSame(room.shop.calls, [`addLine ${RING} 1`, `updateLine ${RING} 2`])
    t.strictSame(cartOf(room), { [RING]: 2 })
  })

  t.test('a temporary line removed while its call is under way is deleted once it has an id', async (t) => {
    const room = await openRoom()
    room.shop.delays.push(1000)
    room.store.add({ variantId: RING })
    await room.clock.pass(400)
    room.store.remove(RING)
    t.strictSame(room.shown(), {})
    await room.clock.pass(2000)
    t.strictSame(room.shop.calls, [`addLine ${RING} 1`, `removeLine ${RING}`, 'read'])
    t.strictSame(cartOf(room), {})
  })
})

/** Until the test ends. */
function laterBy(t: { teardown: (end: () => unknown) => unknown }, milliseconds: number): void {
  const { now } = Date
  Date.now = () => now() + milliseconds
  t.teardown(() => (Date.now = now))
}
