import t from 'tap'

import type { Answers, DeliveryAnswer, RegionAnswer } from '#dev/setup/answers.ts'
import { changePrice, joinOptions } from '#dev/setup/delivery-options.ts'
import { collectMistakes } from '#dev/setup/mistakes.ts'
import { planRegions } from '#dev/setup/plan-regions.ts'
import { planZones } from '#dev/setup/plan-zones.ts'
import type { PresentOption, PresentPrice, PresentRegion, PresentShop, PresentZone } from '#dev/setup/step.ts'

const DAYS = { from: 3, to: 6 }
const PRICED = { regions: new Map([['reg_Europe', 'eur']]), priceUnit: 'major' } as const

function price(id: string, amount: number, rules: PresentPrice['rules'] = [], currency = 'eur'): PresentPrice {
  return { id, currency, amount, stored: amount, rules }
}

function optionOf(prices: PresentPrice[], details: Partial<PresentOption> = {}): PresentOption {
  return {
    id: `so_${prices[0]?.id}`,
    name: 'Standard',
    russian: 'Обычная',
    translationId: undefined,
    isReturn: false,
    metadata: { days: DAYS, insured: true },
    prices,
    ...details,
  }
}

function zoneOf(name: string, countries: string[], options: PresentOption[]): PresentZone {
  const currencies = new Set(options.flatMap(({ prices }) => prices.map(({ currency }) => currency)))
  const returns = [...currencies].map((currency) =>
    optionOf([price(`return_${name}_${currency}`, 0, [], currency)], { name: 'Return', isReturn: true }),
  )
  return { id: `zone_${name}`, name, countries, options: [...options, ...returns] }
}

function regionOf(name: string, currency: string, countries: string[]): PresentRegion {
  const details = { id: `reg_${name}`, metadata: {}, taxIncluded: true }
  return { ...details, name: { en: name, ru: name }, currency, countries }
}

function answerOf(name: string, currency: string, countries: RegionAnswer['countries']): RegionAnswer {
  return { name: { en: name, ru: name }, currency, countries, taxIncluded: true }
}

const NORTH = zoneOf('North', ['DK', 'SE'], [optionOf([price('north', 9)])])
const WORLD = zoneOf('World', ['JP', 'US'], [optionOf([price('world', 20, [], 'usd')])])
const EUROPE = regionOf('Europe', 'eur', ['DK', 'SE'])
const ABROAD = regionOf('Abroad', 'usd', ['JP', 'US'])

function plan(answers: Answers, regions: PresentRegion[], zones: PresentZone[]) {
  const delivery = { location: undefined, setId: undefined, zones, options: joinOptions(zones) }
  const present = { regions, delivery } as unknown as PresentShop
  const mistakes = collectMistakes()
  const planned = planRegions(answers, present)
  const result = planZones({ answers, regions: planned, present, priceUnit: 'major', mistakes })
  const changes = result.zones.map(({ present: zone, name, countries, options }) => ({
    name: zone?.name ?? name,
    countries: countries.join(' '),
    options: options.map((option) => ({ name: option.name, metadata: option.metadata, prices: option.prices })),
  }))
  const unused = result.unused.map(({ name }) => name)
  return { regions: planned, changes, unused, byHand: result.byHand, mistakes: mistakes.lines() }
}

t.test('a changed delivery price leaves the prices for totals, regions and other currencies', async (t) => {
  const total = { attribute: 'item_total', operator: 'gte', value: '100' }
  const option = optionOf([
    price('base', 9),
    price('free', 0, [total]),
    price('europe', 7, [{ attribute: 'region_id', operator: 'eq', value: 'reg_Europe' }]),
    price('deleted', 8, [{ attribute: 'region_id', operator: 'eq', value: 'reg_deleted' }]),
    price('dollars', 10.125, [], 'usd'),
  ])
  t.same(changePrice(option, { currency: 'eur', amount: 12 }, PRICED), [
    { id: 'free', currency_code: 'eur', amount: 0, rules: [{ ...total, value: 100 }] },
    { id: 'europe', region_id: 'reg_Europe', amount: 7 },
    { id: 'dollars', currency_code: 'usd', amount: 10.125 },
    { id: 'base', currency_code: 'eur', amount: 12 },
  ])
  t.equal(changePrice(option, { currency: 'eur', amount: 9 }, PRICED), undefined, 'the same price is not sent')
})

t.test('changed working days are sent without prices', async (t) => {
  const options: DeliveryAnswer[] = [
    { name: { en: 'Standard', ru: 'Обычная' }, days: { from: 1, to: 2 }, insured: true, prices: { eur: 9 } },
  ]
  const { changes } = plan({ delivery: { options } }, [EUROPE], [NORTH])
  t.match(changes, [{ options: [{ metadata: { days: { from: 1, to: 2 } }, prices: undefined }] }])
})

t.test('a price with rules that Medusa does not take back is not changed', async (t) => {
  const group = { attribute: 'customer_group_id', operator: 'eq', value: 'cusgroup_1' }
  const zone = zoneOf('North', ['DK', 'SE'], [optionOf([price('north', 9), price('vip', 0, [group])])])
  const options = [{ name: { en: 'Standard', ru: 'Обычная' }, days: DAYS, insured: true, prices: { eur: 12 } }]
  t.match(plan({ delivery: { options } }, [EUROPE], [zone]).mistakes, [/customer_group_id/])
})

t.test('answers about regions change the zones of the regions that differ and no delivery option', async (t) => {
  const south = zoneOf(
    'South',
    ['ES'],
    [optionOf([price('south', 15)], { metadata: {} }), optionOf([price('boat', 30)], { name: 'Boat' })],
  )
  const present = [EUROPE, regionOf('Iberia', 'eur', ['ES']), ABROAD]
  const zones = [NORTH, south, WORLD]
  const same = present.map(({ name, currency, countries }) => answerOf(name.en, currency, countries))
  t.match(plan({ regions: same }, present, zones), { changes: [], unused: [], mistakes: [], byHand: [] })
  const moved = [
    answerOf('Europe', 'eur', ['DK', 'FI', 'SE']),
    answerOf('Iberia', 'eur', ['ES']),
    answerOf('Abroad', 'usd', 'rest'),
  ]
  t.same(plan({ regions: moved }, present, zones).changes, [{ name: 'North', countries: 'DK FI SE', options: [] }])
})

t.test('a zone that a region lacks keeps lacking it, and setup says so', async (t) => {
  const present = [regionOf('Europe', 'eur', ['DK', 'NO', 'SE'])]
  const { changes, byHand } = plan({ regions: [answerOf('Europe', 'eur', ['DK', 'FI', 'NO', 'SE'])] }, present, [NORTH])
  t.match(changes, [{ name: 'North', countries: 'DK FI SE' }])
  t.same(byHand, ['No delivery zone of Europe has NO: add them in Medusa.'])
})

t.test('a split region keeps one half, and the other is created with the same delivery options', async (t) => {
  const answers = { regions: [answerOf('Denmark', 'eur', ['DK']), answerOf('Sweden', 'eur', ['SE'])] }
  const { regions, changes, unused, mistakes } = plan(answers, [EUROPE], [NORTH])
  t.same(
    regions.map(({ present }) => present?.id),
    ['reg_Europe', undefined],
  )
  t.same(changes, [
    { name: 'North', countries: 'DK', options: [] },
    {
      name: 'Sweden',
      countries: 'SE',
      options: [
        {
          name: 'Standard',
          metadata: { days: DAYS, insured: true },
          prices: [{ currency_code: 'eur', amount: 9 }],
        },
      ],
    },
  ])
  t.same([unused, mistakes], [[], []])
})

t.test('a new currency needs delivery options with prices in it', async (t) => {
  const regions = [answerOf('Europe', 'eur', ['DK']), answerOf('Sweden', 'sek', ['SE'])]
  t.match(plan({ regions }, [EUROPE], [NORTH]).mistakes, [/Sweden needs delivery options with prices in sek/])
})

t.test('a delivery zone with prices of two regions is refused', async (t) => {
  const shared = zoneOf(
    'Everywhere',
    ['DK', 'JP', 'SE', 'US'],
    [optionOf([price('euros', 9), price('dollars', 10, [], 'usd')])],
  )
  const options = [{ name: { en: 'Standard', ru: 'Обычная' }, days: DAYS, insured: true, prices: { eur: 9, usd: 10 } }]
  t.match(plan({ delivery: { options } }, [EUROPE, ABROAD], [shared]).mistakes, [
    /the delivery zone Everywhere belongs to the regions Europe and Abroad/,
  ])
})

t.test('a run that was interrupted after the regions moves their countries to the right zones', async (t) => {
  const answers = { regions: [answerOf('Abroad', 'usd', 'rest')] }
  const whole = { changes: [{ name: 'World', countries: 'DK JP SE US', options: [] }], unused: ['North'], mistakes: [] }
  t.match(plan(answers, [EUROPE, ABROAD], [NORTH, WORLD]), whole)
  t.match(plan(answers, [ABROAD], [NORTH, WORLD]), whole, 'Europe is deleted, and its countries are in no region')
  t.match(plan(answers, [regionOf('Abroad', 'usd', ['DK', 'JP', 'SE', 'US'])], [NORTH, WORLD]), whole)
})

t.test('what differs between zones is asked for, and not invented', async (t) => {
  const zones = [
    zoneOf('North', ['DK'], [optionOf([price('north', 9)])]),
    zoneOf('South', ['ES'], [optionOf([price('south', 15), price('dollars', 16, [], 'usd')], { metadata: {} })]),
  ]
  t.same(joinOptions(zones), [{ name: { en: 'Standard', ru: 'Обычная' }, prices: { usd: 16 } }])
})
