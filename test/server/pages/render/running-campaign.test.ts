import type { FastifyInstance } from 'fastify'
import t from 'tap'

import type { ProductRecord } from '#server/catalog/records/records.ts'
import { regionPrices } from '#server/catalog/snapshot/region-prices.ts'
import { campaignEndOf, endingCampaign, referencePriceOf } from '#server/content/campaign.ts'
import type { Site } from '#server/content/load-site.ts'
import { createYieldToLoop } from '#server/infra/scheduling.ts'
import { runningCampaign } from '#server/pages/cache/region-versions.ts'

type Price = [now: number, before: number]

const SALE: Price[] = [
  [60_00, 100_00],
  [119_40, 199_00],
]

t.test('the launch event is spoken of while everything costs 40 per cent less, and not a piece dearer', async (t) => {
  t.equal(await campaignOf('Launch40', SALE), 'Launch40')
  t.equal(await campaignOf('Launch40', [...SALE, [60_01, 100_00]]), null, 'one price that is a cent too high')
  t.equal(await campaignOf('Launch40', [...SALE, [80_00, 80_00]]), null, 'one piece that is not on sale')
  t.equal(await campaignOf('Launch40', [...SALE, [50_00, 100_00]]), 'Launch40', 'one that is cheaper still')
})

t.test('nothing is celebrated that the operator has not named, or before there are prices', async (t) => {
  t.equal(await campaignOf(undefined, SALE), null)
  t.equal(await campaignOf('Launch40', []), null)
  t.equal(await campaignOf('Launch40', SALE, null), null)
})

t.test('a campaign is spoken of from its first moment to its last, and so are the prices of its formula', async (t) => {
  let now = 0
  t.intercept(Date, 'now', { value: () => now })
  const dates = { from: '2026-11-27T00:00+01:00', to: '2026-12-01T00:00+01:00', referencePrice: 'formula' } as const
  const campaign = { name: 'Launch40', ...dates } as const
  for (const [moment, isOn] of [
    ['2026-11-26T22:59:59Z', false],
    ['2026-11-26T23:00:00Z', true],
    ['2026-11-30T22:59:59Z', true],
    ['2026-11-30T23:00:00Z', false],
  ] as const) {
    now = Date.parse(moment)
    t.equal(await campaignOf(campaign, [[80_00, 80_00]]), isOn ? 'Launch40' : null, moment)
    t.equal(referencePriceOf({ campaign }), isOn ? 'formula' : 'backend', moment)
  }
})

t.test('the end of a campaign is its last day where the operator is', async (t) => {
  const endOf = (to: string | undefined, locale: 'en' | 'ru') =>
    campaignEndOf({ campaign: { name: 'Launch40', ...(to === undefined ? {} : { to }) } }, locale)
  t.equal(endOf('2026-12-01T00:00+01:00', 'en'), '30\u00A0November')
  t.equal(endOf('2026-12-01T00:00-05:00', 'ru'), '30\u00A0ноября')
  t.equal(endOf('2026-12-01T12:00:00Z', 'en'), '1\u00A0December')
  t.equal(endOf(undefined, 'en'), null)
  t.equal(campaignEndOf({}, 'en'), null)
})

t.test('the staff is told of the end of a campaign from fourteen days before', async (t) => {
  const campaign = { name: 'Launch40', to: '2026-12-15T00:00:00Z' } as const
  const at = (moment: string) => endingCampaign({ campaign }, Date.parse(moment))
  t.equal(at('2026-11-30T23:59:59Z'), null)
  t.match(at('2026-12-01T00:00:00Z'), { to: campaign.to, hasEnded: false })
  t.match(at('2026-12-15T00:00:00Z'), { hasEnded: true })
  t.equal(endingCampaign({ campaign: { name: 'Launch40' } }), null)
})

async function campaignOf(
  name: 'Launch40' | NonNullable<Site['campaign']> | undefined,
  prices: Price[],
  version: string | null = 'of today',
) {
  const campaign = typeof name === 'string' ? { name } : name
  const { leastPercentOff } = await regionPrices(toProducts(prices), 'reg_here', createYieldToLoop())
  const catalog = { version, shop: () => ({ leastPercentOff: () => leastPercentOff }) }
  return runningCampaign({ site: { brand: 'Fern', campaign }, catalog } as unknown as FastifyInstance, 'reg_here')
}

function toProducts(prices: Price[]): ProductRecord[] {
  return prices.map(([calculated_amount, original_amount]) => {
    const variants = { variant_1: { calculated_amount, original_amount } }
    return { prices: { reg_here: { variants, lowest: variants.variant_1 } } } as unknown as ProductRecord
  })
}
