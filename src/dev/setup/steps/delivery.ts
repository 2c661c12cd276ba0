import { isDeepStrictEqual } from 'node:util'

import { CommandError } from '#server/cli/operator-command.ts'
import { Site } from '#server/content/load-site.ts'
import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { isCountry, type Answers, type DeliveryAnswer, type FromAnswer } from '../answers.ts'
import { daysOf } from '../delivery-options.ts'
import type { Mistakes } from '../mistakes.ts'
import { planRegions, type PlannedRegion } from '../plan-regions.ts'
import { planZones, type PlannedOption, type PlannedZone } from '../plan-zones.ts'
import { askList, askText, askWhole, askYes } from '../prompts.ts'
import { changeSite } from '../site-file.ts'
import type { KnownOption, PresentShop, Step, Tools } from '../step.ts'
import { problemWith } from './problem-with.ts'

const PROVIDER = 'manual_manual'
const RETURN = { name: { en: 'Return by post', ru: 'Возврат посылкой' }, note: 'Sent back by the shopper' }

/** Where parcels come from, a zone for each region, and its delivery options with prices and working days. */
export const deliveryStep: Step = {
  title: 'Delivery',
  about:
    'The address parcels come from, delivery options with working days and prices, returns (Medusa; content/site.yml).',
  async ask(present, answers) {
    const { site } = present
    const { id: _, ...old } = present.delivery.location ?? { id: '' }
    const from = await askFrom(present.delivery.location)
    const options = await askOptions(present, answers)
    const { timeZone } = Site.properties.workshop.properties
    const workshop = {
      ...site.workshop,
      timeZone: await askText({
        message: 'Time zone of the workshop',
        value: site.workshop.timeZone,
        validate: problemWith(timeZone, 'Enter a time zone, such as Europe/London.'),
      }),
      lastHour: await askWhole('Orders before this hour are sent on the same day', site.workshop.lastHour, [0, 24]),
    }
    const returnDays = await askWhole(
      'Days after delivery in which a piece may be returned',
      site.returnDays,
      [14, 365],
    )
    const delivery = { ...(isDeepStrictEqual(from, old) ? {} : { from }), ...(options ? { options } : {}) }
    return { delivery, workshop, returnDays }
  },
  async plan(answers, present, tools) {
    const { delivery, returnDays, workshop } = answers
    const { files, contentDir, mistakes } = tools
    const siteLines = await changeSite(files, contentDir, {
      ...(returnDays === undefined ? {} : { returnDays }),
      ...(workshop ? { workshop } : {}),
    })
    if (!answers.regions && !delivery) return { lines: siteLines, byHand: pagesByHand(siteLines.length > 0) }
    const regions = planRegions(answers, present)
    check(regions, answers, mistakes)
    const { zones, unused, byHand } = planZones({ answers, regions, present, priceUnit: tools.priceUnit, mistakes })
    const from = delivery?.from
    const location = present.delivery.location
    const { id: _, ...oldFrom } = location ?? { id: '' }
    const moves = from !== undefined && !isDeepStrictEqual(oldFrom, from)
    if (!location && !from) mistakes.add(['delivery', 'from'], 'is missing: the shop has no stock location yet')
    const lines = [
      ...(moves ? [`Parcels come from ${from.name}, ${from.street}, ${from.city}, ${from.country}`] : []),
      ...unused.map(({ name }) => `Delete the delivery zone ${name}`),
      ...zones.flatMap((zone) => zone.lines),
    ]
    return {
      lines: [...siteLines, ...lines],
      byHand: [...byHand, ...pagesByHand(siteLines.length + lines.length > 0)],
      async apply() {
        if (lines.length === 0) return
        const { setId } = await prepareLocation(tools, present, moves ? from : undefined)
        for (const { id } of unused) await removeZone(tools, setId, present, id)
        const profileId = await findProfile(tools)
        for (const zone of zones.filter((one) => one.lines.length > 0))
          await writeZone(tools, { zone, setId, profileId })
      },
    }
  },
}

function pagesByHand(isChanged: boolean): string[] {
  return isChanged
    ? ['Say the same delivery prices, days and days of return in shipping.md, faq.md and policies/return-policy.md.']
    : []
}

async function askFrom(old: FromAnswer | undefined): Promise<FromAnswer> {
  return {
    name: await askText({ message: 'Parcels come from (name of the stock location)', value: old?.name }),
    street: await askText({ message: 'Its street and number', value: old?.street }),
    city: await askText({ message: 'Its city', value: old?.city }),
    country: await askText({
      message: 'Its country (code)',
      value: old?.country,
      validate: (text) => (isCountry(text) ? undefined : `"${text}" is no country code.`),
    }),
  }
}

/** @returns undefined if no option was changed and all have a price in each currency */
async function askOptions(present: PresentShop, answers: Answers): Promise<DeliveryAnswer[] | undefined> {
  const currencies = [...new Set(planRegions(answers, present).map(({ currency }) => currency))]
  const known = new Set(present.regions.map(({ currency }) => currency))
  const items = present.delivery.options
  const options = await askList({
    message: 'Delivery options',
    items,
    label: ({ name, days, prices }) =>
      `${name.en}, ${days ? `${days.from} to ${days.to}` : '?'} working days, ${listPrices(prices, currencies)}`,
    addLabel: 'Add a delivery option',
    edit: async (old) => askOption(old, currencies),
  })
  if (isDeepStrictEqual(options, items) && currencies.every((code) => known.has(code))) return undefined
  const whole: DeliveryAnswer[] = []
  for (const option of options) whole.push(await completeOption(option, currencies))
  return whole
}

/** Asks for what differs between the zones of the shop. */
async function completeOption(option: KnownOption, currencies: readonly string[]): Promise<DeliveryAnswer> {
  const { name } = option
  const prices: Record<string, number> = {}
  for (const code of currencies)
    prices[code] = option.prices[code] ?? (await askAmount(`${name.en}: price in ${code.toUpperCase()}`))
  return {
    name,
    days: option.days ?? (await askDays(undefined, `${name.en}: `)),
    insured: option.insured ?? (await askYes(`${name.en}: insured?`, true)),
    prices,
  }
}

async function askOption(old: KnownOption | undefined, currencies: readonly string[]): Promise<DeliveryAnswer> {
  const en = await askText({ message: 'Name in English', value: old?.name.en })
  const ru = await askText({ message: 'Name in Russian', value: old?.name.ru })
  const days = await askDays(old?.days)
  const insured = await askYes('Insured?', old?.insured ?? true)
  const prices: Record<string, number> = {}
  for (const code of currencies) prices[code] = await askAmount(`Price in ${code.toUpperCase()}`, old?.prices[code])
  return { name: { en, ru }, days, insured, prices }
}

async function askDays(old: DeliveryAnswer['days'] | undefined, of = ''): Promise<DeliveryAnswer['days']> {
  const from = await askWhole(`${of}Working days until delivery, at least`, old?.from ?? 3, [0, 365])
  const to = await askWhole(`${of}Working days until delivery, at most`, old?.to ?? Math.max(from, 5), [from, 365])
  return { from, to }
}

async function askAmount(message: string, value?: number): Promise<number> {
  const text = await askText({
    message,
    value: value === undefined ? '' : String(value),
    validate: (typed) => (/^\d+(?:\.\d{1,2})?$/.test(typed) ? undefined : 'Enter a number, such as 25 or 12.50.'),
  })
  return Number(text)
}

function listPrices(prices: DeliveryAnswer['prices'], currencies: readonly string[]): string {
  return currencies.map((code) => `${code.toUpperCase()} ${prices[code] ?? '?'}`).join(', ')
}

function check(regions: readonly PlannedRegion[], { delivery }: Answers, mistakes: Mistakes): void {
  const options = delivery?.options ?? []
  const currencies = [...new Set(regions.map(({ currency }) => currency))]
  for (const [index, { name, prices }] of options.entries()) {
    const at = ['delivery', 'options', index, 'prices']
    for (const code of currencies.filter((currency) => prices[currency] === undefined))
      mistakes.add(at, `"${name.en}" has no price in ${code}`)
    for (const code of Object.keys(prices).filter((currency) => !currencies.includes(currency)))
      mistakes.add([...at, code], 'is the currency of no region')
    if (options.findIndex((other) => other.name.en === name.en) !== index)
      mistakes.add(['delivery', 'options', index, 'name', 'en'], `"${name.en}" is there twice`)
  }
}

async function prepareLocation(
  { admin }: Tools,
  { delivery, store }: PresentShop,
  from: FromAnswer | undefined,
): Promise<{ setId: string }> {
  const address = from && { address_1: from.street, city: from.city, country_code: from.country }
  let id = delivery.location?.id
  if (id && from && address) await admin.stockLocation.update(id, { name: from.name, address })
  if (!id && from && address) {
    const { stock_location: created } = await admin.stockLocation.create({ name: from.name, address })
    id = created.id
    if (store.salesChannelId) await admin.stockLocation.updateSalesChannels(id, { add: [store.salesChannelId] })
  }
  if (!id) throw new CommandError('The shop has no stock location.')
  if (delivery.setId) return { setId: delivery.setId }
  await admin.stockLocation.updateFulfillmentProviders(id, { add: [PROVIDER] })
  const { stock_location: filled } = await admin.stockLocation.createFulfillmentSet(id, {
    name: `Delivery from ${from?.name ?? delivery.location?.name}`,
    type: 'shipping',
  })
  const { stock_location: read } = await admin.stockLocation.retrieve(filled.id, { fields: 'id,*fulfillment_sets' })
  const set = read.fulfillment_sets?.find(({ type }) => type === 'shipping')
  if (!set) throw new Error('The backend made no set for delivery')
  return { setId: set.id }
}

async function findProfile({ admin }: Tools): Promise<string> {
  const { shipping_profiles: profiles } = await admin.shippingProfile.list({ limit: 100, fields: 'id,type' })
  const profile = profiles.find(({ type }) => type === 'default') ?? profiles[0]
  if (!profile) throw new CommandError('The shop has no shipping profile.')
  return profile.id
}

async function removeZone({ admin }: Tools, setId: string, { delivery }: PresentShop, id: string): Promise<void> {
  const options = delivery.zones.find((zone) => zone.id === id)?.options ?? []
  for (const option of options) await admin.shippingOption.delete(option.id)
  await admin.fulfillmentSet.deleteServiceZone(setId, id)
}

async function writeZone(
  tools: Tools,
  { zone, setId, profileId }: { zone: PlannedZone; setId: string; profileId: string },
): Promise<void> {
  const { admin } = tools
  const { name, currency, present, countries, options, removed, needsReturn } = zone
  const places = countries.map((code) => ({ type: 'country' as const, country_code: code.toLowerCase() }))
  let zoneId = present?.id
  if (!zoneId) {
    const created = await admin.fulfillmentSet.createServiceZone(
      setId,
      { name, geo_zones: places },
      { fields: 'id,*service_zones' },
    )
    zoneId = created.fulfillment_set.service_zones.find((one) => one.name === name)?.id
    if (!zoneId) throw new Error(`The backend made no zone for ${name}`)
  } else if (!isDeepStrictEqual(present?.countries, countries)) {
    await admin.fulfillmentSet.updateServiceZone(setId, zoneId, { geo_zones: places })
  }
  for (const { id } of removed) await admin.shippingOption.delete(id)
  for (const option of options) await writeOption(tools, option, { zoneId, profileId })
  if (needsReturn) await createReturn(tools, { zoneId, profileId, currency })
}

interface Place {
  zoneId: string
  profileId: string
}

async function writeOption(
  { admin }: Pick<Tools, 'admin'>,
  { present, name, russian, metadata, prices }: PlannedOption,
  place: Place,
): Promise<void> {
  if (present) {
    await admin.shippingOption.update(present.id, { metadata, ...(prices ? { prices } : {}) })
    return translate({ admin }, present.id, russian, present.translationId)
  }
  const { shipping_option: created } = await admin.shippingOption.create({
    ...newOption(name, noteOf(metadata), place),
    prices: prices ?? [],
    metadata,
    rules: rulesFor(false),
  })
  return translate({ admin }, created.id, russian, undefined)
}

/** The description of an option's type, which Medusa needs. */
function noteOf(metadata: PlannedOption['metadata']): string {
  const days = daysOf({ metadata })
  const parts = [
    ...(metadata['insured'] === true ? ['insured'] : []),
    ...(days ? [`${days.from} to ${days.to} working days`] : []),
  ]
  const note = parts.join(', ') || 'delivery'
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}`
}

async function createReturn(
  { admin }: Pick<Tools, 'admin'>,
  { zoneId, profileId, currency }: Place & { currency: string },
): Promise<void> {
  const { shipping_option: created } = await admin.shippingOption.create({
    ...newOption(RETURN.name.en, RETURN.note, { zoneId, profileId }),
    prices: [{ currency_code: currency, amount: 0 }],
    rules: rulesFor(true),
  })
  await translate({ admin }, created.id, RETURN.name.ru, undefined)
}

function newOption(name: string, description: string, { zoneId, profileId }: Place) {
  return {
    name,
    price_type: 'flat' as const,
    provider_id: PROVIDER,
    service_zone_id: zoneId,
    shipping_profile_id: profileId,
    type: { label: name, description, code: name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-') },
  }
}

function rulesFor(isReturn: boolean) {
  return [
    { attribute: 'enabled_in_store', operator: 'eq' as const, value: 'true' },
    { attribute: 'is_return', operator: 'eq' as const, value: String(isReturn) },
  ]
}

async function translate(
  { admin }: Pick<Tools, 'admin'>,
  id: string,
  name: string,
  translationId: string | undefined,
): Promise<void> {
  const translations = { name }
  await admin.translation.batch(
    translationId
      ? { create: [], update: [{ id: translationId, translations }] }
      : {
          create: [{ reference: 'shipping_option', reference_id: id, locale_code: LANGUAGE_TAGS.ru, translations }],
          update: [],
        },
  )
}
