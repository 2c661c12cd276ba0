import { createServer } from 'node:http'

import type { ProductRecord } from '#server/catalog/records/records.ts'
import { stamp } from '#server/catalog/records/stamp.ts'
import { DEFAULT_LOCALE, LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { REGIONS } from '../../../commerce/src/shop/samples.ts'
import { generatedContents } from './contents.ts'
import { factsAnswer, pricesAnswer, translationsResponse } from './medusa-answers.ts'

type Answer = (query: URLSearchParams, locale: Locale) => string

const CHANGED = 500

export function createGeneratedMedusa(count: number) {
  const contents = generatedContents(count)
  const { categories, collections } = contents.frame.value
  const records = new Map([...contents.products].map(([id, { value }]) => [id, value]))
  const dollars = new Map(contents.priceLists.values().next().value?.prices)
  const ids = [...records.keys()].toSorted()
  /** Each response is serialized once, so that its cost does not disturb a benchmark. */
  const written = new Map<string, string>()
  let changes = 0

  const byId = new Map(
    categories.map(({ id, handle, rank, parentId, words: wording }) => [
      id,
      { id, handle, rank, parent_category_id: parentId, ...wording[DEFAULT_LOCALE] },
    ]),
  )
  const regions = REGIONS.map(({ currency, name, countries }) => ({
    id: regionId(currency),
    name: name[DEFAULT_LOCALE],
    currency_code: currency,
    countries: (countries === 'rest' ? ['US'] : countries).map((code) => ({ iso_2: code.toLowerCase() })),
  }))

  function writeEach(query: URLSearchParams, kind: string, answerOf: (record: ProductRecord) => object): string {
    const asked = [...query].flatMap(([name, id]) => (name.startsWith('id') ? [id] : []))
    const texts = asked.flatMap((id) => {
      const record = records.get(id)
      if (!record) return []
      const key = `${kind} ${id}`
      const text = written.get(key) ?? JSON.stringify(answerOf(record))
      written.set(key, text)
      return [text]
    })
    return `{"products":[${texts.join()}],"count":${texts.length},"offset":0,"limit":${asked.length}}`
  }

  const products: Answer = (query, locale) => {
    const fields = query.get('fields') ?? ''
    if (fields === 'id') {
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
      const page = ids.slice(offset, offset + limit).map((id) => ({ id }))
      return JSON.stringify({ products: page, count: ids.length, offset, limit })
    }
    if (fields.includes('calculated_price')) {
      const currency = regions.find(({ id }) => id === query.get('region_id'))?.currency_code ?? ''
      return writeEach(query, currency, (record) => pricesAnswer(record, dollars, currency))
    }
    return fields.includes('*variants')
      ? writeEach(query, `facts ${locale}`, (record) => factsAnswer(record, locale, byId))
      : writeEach(query, locale, (record) => translationsResponse(record, locale))
  }
  const answers: Record<string, Answer> = {
    '/store/products': products,
    '/store/regions': () => JSON.stringify({ regions }),
    '/store/carts': () => JSON.stringify({ cart: { id: 'cart_empty' } }),
    '/store/shipping-options': () => JSON.stringify({ shipping_options: [] }),
    '/store/product-categories': (_, locale) =>
      JSON.stringify({
        product_categories: categories.map(({ id, words: wording }) => ({ ...byId.get(id), ...wording[locale] })),
      }),
    '/store/collections': (_, locale) =>
      JSON.stringify({
        collections: collections.map(({ id, handle, words: wording }) => ({ id, handle, ...wording[locale] })),
      }),
  }

  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://medusa')
    const locale = LOCALES.find((one) => LANGUAGE_TAGS[one] === headers['x-medusa-locale']) ?? DEFAULT_LOCALE
    const answer = answers[pathname]?.(searchParams, locale)
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(answer ?? '{"message":"There is nothing here."}')
  })
  return {
    server,
    change() {
      changes += 1
      for (const [place, id] of ids.entries()) {
        const [record, prices] = [records.get(id), dollars.get(id)?.value]
        if (place % CHANGED > 0 || !record || !prices) continue
        const { en, ru } = record.words
        records.set(id, { ...record, words: { en: { ...en, subtitle: `No. ${changes}` }, ru } })
        const variants = Object.entries(prices.variants).map(([variant, price]) => {
          return [variant, { ...price, calculated_amount: price.calculated_amount + 500 }] as const
        })
        dollars.set(id, stamp({ ...prices, variants: Object.fromEntries(variants) }, 0))
        for (const key of written.keys()) if (key.endsWith(` ${id}`)) written.delete(key)
      }
    },
  }
}

function regionId(currency: string): string {
  return `reg_${currency}`
}
