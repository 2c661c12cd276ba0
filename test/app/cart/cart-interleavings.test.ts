import { deepStrictEqual as same } from 'node:assert'

import fc from 'fast-check'
import t, { type Test } from 'tap'

import { CartApiError } from '#app/cart/cart-api.ts'
import { createCartStoreRoom } from '#test/support/cart-store-room.ts'
import { priceOf, type FakeCartShop } from '#test/support/fake-cart-shop.ts'

const VARIANTS = ['variant_a', 'variant_b', 'variant_c'] as const
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 300)

type Step =
  | { do: 'add'; variant: string; quantity: number }
  | { do: 'set'; variant: string; quantity: number }
  | { do: 'remove'; variant: string }
  | { do: 'wait'; milliseconds: number }
  | { do: 'refresh' | 'flush' }

const variant = fc.constantFrom(...VARIANTS)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add'), variant, quantity: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('set'), variant, quantity: fc.integer({ min: 0, max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), variant }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait'), milliseconds: fc.integer({ min: 0, max: 900 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('refresh', 'flush') }) },
)
const steps = fc.array(step, { minLength: 1, maxLength: 25 })
const delays = fc.array(fc.constantFrom(0, 20, 150, 400, 1200), { maxLength: 25 })
const LONG_AFTER = 60_000

/** Walks a shopper through the steps, and lets everything come to rest. */
async function walk(path: readonly Step[], prepare: (shop: FakeCartShop) => void, wishes = new Map<string, number>()) {
  const room = createCartStoreRoom()
  prepare(room.shop)
  const start = room.store.init()
  for (const move of path) {
    const before = room.shown()
    if (move.do === 'add') room.store.add({ variantId: move.variant, quantity: move.quantity })
    if (move.do === 'set' && before[move.variant]) room.store.setQuantity(move.variant, move.quantity)
    if (move.do === 'remove' && before[move.variant]) room.store.remove(move.variant)
    if (move.do === 'refresh') void room.store.refresh()
    if (move.do === 'flush') room.store.flush()
    if (move.do === 'wait') await room.clock.pass(move.milliseconds)
    if (move.do === 'add') wishes.set(move.variant, (before[move.variant] ?? 0) + move.quantity)
    if (move.do === 'set' && before[move.variant]) wishes.set(move.variant, move.quantity)
    if (move.do === 'remove' && before[move.variant]) wishes.set(move.variant, 0)
    checkFigures(room.store.state.view)
  }
  await room.clock.pass(LONG_AFTER)
  await start
  checkFigures(room.store.state.view)
  const id = room.storage.get('cart_id') ?? ''
  return { room, held: room.shop.quantities(id) }
}

/** No line twice, and a total that is right to the cent for every line whose price is known. */
function checkFigures({
  items,
  item_total,
}: {
  items: { variant_id: string; quantity: number; unit_price: number }[]
  item_total: number
}): void {
  const variants = new Set(items.map((line) => line.variant_id))
  if (variants.size !== items.length) throw new Error('a line stands twice')
  const known = items.filter((line) => line.unit_price > 0)
  const expected = known.reduce((sum, line) => sum + priceOf(line.variant_id) * line.quantity, 0)
  if (expected !== item_total) throw new Error(`the total is ${item_total}, not ${expected}`)
}

const withoutZeros = (wishes: ReadonlyMap<string, number>) =>
  Object.fromEntries([...wishes].filter(([, quantity]) => quantity > 0))

async function holds<Values>(t: Test, property: fc.IAsyncProperty<Values>): Promise<void> {
  const random = Math.floor(Math.random() * 2 ** 31)
  for (const seed of [20_261, random]) {
    t.comment(`seed ${seed}, ${RUNS} runs`)
    await fc.assert(property, { seed, numRuns: RUNS })
  }
  t.pass('held')
}

t.test('whatever the order of clicks and answers, the shop ends with what the shopper asked for last', async (t) => {
  const property = fc.asyncProperty(steps, delays, async (path, slow) => {
    const wishes = new Map<string, number>()
    const { room, held } = await walk(path, (shop) => shop.delays.push(...slow), wishes)
    same(held, withoutZeros(wishes), 'the shop has another cart than was asked for')
    same(room.shown(), held, 'the shopper sees another cart than the shop has')
  })
  await holds(t, property)
})

t.test('whatever fails on the way, the shopper ends with seeing what the shop has', async (t) => {
  const fault = fc.constantFrom(
    undefined,
    undefined,
    undefined,
    'refused' as const,
    'lost' as const,
    new CartApiError(409, { message: 'busy' }),
  )
  const property = fc.asyncProperty(steps, delays, fc.array(fault, { maxLength: 20 }), async (path, slow, faults) => {
    const { room, held } = await walk(path, (shop) => {
      shop.delays.push(...slow)
      shop.faults.push(...faults)
    })
    same(Object.keys(room.store.state.pending), [], 'a wish was left waiting')
    if (room.shop.faults.length > 0) return
    room.shop.delays.length = 0
    await room.store.refresh()
    same(room.shown(), held, 'the shopper sees another cart than the shop has')
  })
  await holds(t, property)
})
