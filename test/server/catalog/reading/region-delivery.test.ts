import t from 'tap'

import { toRegionDelivery } from '#server/catalog/reading/region-delivery.ts'

const option = (
  zone: string,
  amount: number | null,
  more: { insured?: boolean; type?: string; goods?: string } = {},
) => ({
  service_zone_id: zone,
  shipping_profile_id: more.goods ?? 'jewellery',
  amount,
  metadata: { insured: more.insured ?? true },
  service_zone: { fulfillment_set: { type: more.type ?? 'shipping' } },
})

t.test('delivery to a region is called free if every country of the region has a free option', async (t) => {
  const read = (...options: ReturnType<typeof option>[]) => toRegionDelivery(options, 'major')
  t.same(read(option('europe', 22), option('europe', 0)), { amount: 0, insured: true })
  t.same(read(option('europe', 0), option('islands', 0), option('canada', null)), { amount: 0, insured: true })
  t.equal(read(option('europe', 0), option('islands', 9)), null, 'it is not free on the islands')
  t.equal(read(option('europe', 0), option('europe', 40, { goods: 'clocks' })), null, 'it is not free for clocks')
  t.same(read(option('europe', 0), option('islands', 0, { insured: false })), { amount: 0, insured: false })
})

t.test('for delivery that costs money the lowest price is named', async (t) => {
  const read = (...options: ReturnType<typeof option>[]) => toRegionDelivery(options, 'major')
  t.same(read(option('canada', 35), option('canada', 12)), { amount: 1200, insured: true })
  t.same(read(option('canada', 12), option('canada', 0, { type: 'pickup' })), { amount: 1200, insured: true })
  t.equal(read(), null)
  t.equal(read(option('canada', null)), null, 'the price depends on the cart')
})
