import type { FastifyInstance } from 'fastify'
import t from 'tap'

import { leastPercentOff } from '#server/catalog/listing/least-percent-off.ts'
import type { PriceSheet } from '#server/catalog/records.ts'
import { runningCampaign } from '#server/render/running-campaign.ts'

type Price = [now: number, before: number]

const SALE: Price[] = [
  [60_00, 100_00],
  [119_40, 199_00],
]

t.test('the launch event is spoken of while everything costs 40 per cent less, and not a piece dearer', async (t) => {
  t.equal(campaignOf('Launch40', SALE), 'Launch40')
  t.equal(campaignOf('Launch40', [...SALE, [60_01, 100_00]]), null, 'one price that is a cent too high')
  t.equal(campaignOf('Launch40', [...SALE, [80_00, 80_00]]), null, 'one piece that is not on sale')
  t.equal(campaignOf('Launch40', [...SALE, [50_00, 100_00]]), 'Launch40', 'one that is cheaper still')
})

t.test('nothing is celebrated that the operator has not named, or before there are prices', async (t) => {
  t.equal(campaignOf(undefined, SALE), null)
  t.equal(campaignOf('Launch40', []), null)
  t.equal(campaignOf('Launch40', SALE, null), null)
})

function campaignOf(campaign: 'Launch40' | undefined, prices: Price[], version: string | null = 'of today') {
  const least = leastPercentOff(toSheet(prices))
  const catalog = { version, shop: () => ({ leastPercentOff: () => least }) }
  return runningCampaign({ site: { brand: 'Fern', campaign }, catalog } as unknown as FastifyInstance, 'reg_here')
}

function toSheet(prices: Price[]): PriceSheet {
  const products = prices.map(([calculated_amount, original_amount], nth) => {
    const variants = { [`variant_${nth}`]: { calculated_amount, original_amount } }
    return [`prod_${nth}`, { value: { variants } }] as const
  })
  return { regionId: 'reg_here', currency_code: 'USD', prices: new Map(products) } as unknown as PriceSheet
}
