import t from 'tap'

import { cheapestOf, toShippingOptions } from '#server/catalog/reading/shipping-options.ts'
import { toPriceSteps } from '#server/catalog/snapshot/region-prices.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

const REGION = { id: 'reg_eu', name: 'Europe', currency_code: 'EUR', countries: ['DE'], shippingOptions: [] }

const option = (
  zone: string,
  amount: number | null,
  more: { insured?: boolean; type?: string; goods?: string } = {},
) => ({
  id: `so_${zone}_${amount}`,
  region_id: REGION.id,
  name: 'Post',
  names: {},
  amount,
  metadata: { insured: more.insured ?? true },
  countries: [],
  type: more.type ?? 'shipping',
  service_zone_id: zone,
  shipping_profile_id: more.goods ?? 'jewellery',
})
const cheapest = (...listed: ReturnType<typeof option>[]) => cheapestOf(toShippingOptions(listed, REGION, 'major'))

t.test('delivery to a region is called free if every country of the region has a free option', async (t) => {
  t.same(cheapest(option('europe', 22), option('europe', 0)), { amount: 0, insured: true })
  t.same(cheapest(option('europe', 0), option('islands', 0), option('canada', null)), { amount: 0, insured: true })
  t.equal(cheapest(option('europe', 0), option('islands', 9)), null, 'it is not free on the islands')
  t.equal(cheapest(option('europe', 0), option('europe', 40, { goods: 'clocks' })), null, 'it is not free for clocks')
  t.same(cheapest(option('europe', 0), option('islands', 0, { insured: false })), { amount: 0, insured: false })
})

t.test('for delivery that costs money the lowest price is named', async (t) => {
  t.same(cheapest(option('canada', 35), option('canada', 12)), { amount: 1200, insured: true })
  t.same(cheapest(option('canada', 12), option('canada', 0, { type: 'pickup' })), { amount: 1200, insured: true })
  t.equal(cheapest(), null)
  t.equal(cheapest(option('canada', null)), null, 'the price depends on the cart')
})

const whole = (...units: number[]): number[] => units.map((unit) => unit * 100)

t.test('price steps are a few round amounts', async (t) => {
  t.same(
    toPriceSteps(whole(99, 129, 279, 339, 399, 459, 579, 639, 699, 759, 819, 939, 999, 1179, 2379)),
    whole(300, 500, 750, 1000),
  )
  t.same(
    toPriceSteps(whole(15_000, 51_000, 51_000, 87_000, 102_000, 147_000, 357_000)),
    whole(50_000, 100_000, 150_000),
  )
})

t.test('there are no bands if one would hold everything', async (t) => {
  for (const amounts of [[], [9900], whole(99, 99, 99), [0, 0], [50, 60, 70, 80]]) t.same(toPriceSteps(amounts), [])
})

t.test('no band is empty, and steps are whole units, lowest first', async (t) => {
  const seed = seedOfRun()
  t.comment(`seed ${seed}`)
  const random = createRandom(seed)
  for (let round = 0; round < 2000; round += 1) {
    const widest = 10 ** (2 + random.below(8))
    const amounts = Array.from({ length: random.below(60) }, () => random.below(widest)).toSorted((a, b) => a - b)
    const steps = toPriceSteps(amounts)
    const sides = [-Infinity, ...steps, Infinity]
    const isRight =
      steps.length <= 4 &&
      steps.every((step, nth) => step % 100 === 0 && step > (steps[nth - 1] ?? 0)) &&
      (steps.length === 0 ||
        sides.slice(1).every((side, nth) => amounts.some((sum) => sum >= (sides[nth] ?? 0) && sum < side)))
    if (!isRight) return t.fail(`seed ${seed}: ${amounts.join(' ')} gave ${steps.join(' ')}`)
  }
  return t.pass('2000 shops')
})
