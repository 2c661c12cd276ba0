import t from 'tap'

import { readShop } from '#test/support/sample-shop.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const commerce = await sharedCommerce()
const shop = await readShop(commerce)

const CURRENCIES = ['aud', 'cad', 'chf', 'eur', 'gbp', 'ils', 'jpy', 'usd']
const EURO = 'at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt ro se si sk'.split(' ')
const CYRILLIC = /[а-яё]/i

t.test('every country belongs to exactly one region, by default to that of US dollars', async (t) => {
  t.same(shop.regions.map(({ currency_code }) => currency_code).toSorted(), CURRENCIES)
  const countries = new Map(
    shop.regions.map(({ currency_code, countries }) => [currency_code, countries.map(({ iso_2 }) => iso_2).toSorted()]),
  )
  t.same(countries.get('eur'), EURO)
  for (const [currency, country] of [
    ['gbp', 'gb'],
    ['cad', 'ca'],
    ['aud', 'au'],
    ['ils', 'il'],
    ['jpy', 'jp'],
    ['chf', 'ch'],
  ] as const) {
    t.same(countries.get(currency), [country])
  }
  const all = [...countries.values()].flat()
  t.equal(new Set(all).size, all.length, 'no country is in two regions')
  t.equal(all.length, 250, 'and none that the backend knows is left out')
  for (const country of ['us', 'nz', 'cn', 'in', 'no', 'br', 'ae', 'ru'])
    t.ok(countries.get('usd')?.includes(country), country)
  t.ok(
    shop.regions.every(({ metadata }) => CYRILLIC.test(metadata.name_ru)),
    'each has a Russian name',
  )
})

t.test('each sale price is 60 % of a whole original price, in every currency', async (t) => {
  for (const currency of CURRENCIES) {
    const variants = (await shop.products(currency, 'en-US')).flatMap(({ variants }) => variants)
    t.equal(variants.length, 485, `${currency}: every variant of the shop has a price`)
    const wrong = variants.filter(({ calculated_price: price }) => {
      const { original_amount: original, calculated_amount: sale } = price
      return (
        price.currency_code !== currency ||
        !Number.isInteger(original) ||
        !Number.isInteger(sale) ||
        original % 5 !== 0 ||
        sale * 5 !== original * 3
      )
    })
    t.same(
      wrong.map(({ sku, calculated_price }) => ({ sku, calculated_price })),
      [],
      `${currency}: nothing is priced otherwise`,
    )
  }
})

t.test('a shopper finds each product in a category and its sub-category', async (t) => {
  const products = await shop.products('usd', 'en-US')
  t.equal(products.length, 36)
  t.ok(products.every(({ handle }) => /^[a-z0-9-]+$/.test(handle)))
  t.same(
    shop.categories.filter(({ parent }) => !parent).map(({ handle }) => handle),
    ['rings', 'necklaces', 'earrings', 'bracelets', 'sets'],
    'the five categories in their order',
  )
  for (const { handle, categories } of products) {
    const [sub] = categories.filter(({ parent_category_id }) => parent_category_id)
    const [main] = categories.filter(({ parent_category_id }) => !parent_category_id)
    t.ok(sub && main && sub.parent_category_id === main.id, `${handle} is in ${main?.handle}/${sub?.handle}`)
  }
  for (const handle of ['best-sellers', 'trending', 'new-in']) {
    t.equal(products.filter(({ collection }) => collection?.handle === handle).length, 8, handle)
  }
})

t.test('a shopper who picks a metal sees images of that metal', async (t) => {
  for (const { handle, variants, images, thumbnail } of await shop.products('usd', 'en-US')) {
    t.equal(thumbnail, variants[0]?.thumbnail, `${handle} is shown in its first metal`)
    for (const variant of variants) {
      const metal = variant.options.find(({ option }) => option.title === 'Metal')?.value ?? '?'
      const own = images.filter(({ url }) => url.includes(`-${metal.toLowerCase().replace(' ', '-')}-`))
      t.ok(own.length > 0, `${variant.sku} has an image`)
      t.same(new Set(variant.images.map(({ url }) => url)), new Set(own.map(({ url }) => url)), variant.sku)
    }
  }
})

t.test('the sample shop has every stock state', async (t) => {
  const products = await shop.products('usd', 'en-US')
  const stock = products.flatMap(({ variants }) => variants.map(({ inventory_quantity }) => inventory_quantity))
  for (const amount of [0, 1, 2, 3]) t.ok(stock.includes(amount), `something has ${amount} left`)
  const inStock = stock.filter((amount) => amount > 0)
  t.ok(inStock.filter((amount) => amount >= 4 && amount <= 20).length > inStock.length * 0.9, 'most have 4 to 20')
  t.equal(
    products.filter(({ variants }) => variants.every(({ inventory_quantity }) => inventory_quantity === 0)).length,
    1,
    'one piece is sold out',
  )
  t.ok(
    products.some(
      ({ variants }) =>
        variants.some((one) => one.inventory_quantity === 0 && !one.allow_backorder) &&
        variants.some((one) => one.inventory_quantity > 0),
    ),
    'one has a single variant that is sold out',
  )
  const made = products.flatMap(({ variants }) => variants.filter((one) => one.allow_backorder))
  t.ok(made.length > 200, 'rare ring sizes are made to order')
  t.ok(
    made.every((one) => Number(one.metadata?.['lead_days']) > 0 && one.inventory_quantity === 0),
    'none is in stock, and each says how long it takes to make',
  )
})

t.test('a Russian shopper reads Russian texts everywhere', async (t) => {
  const english = new Map((await shop.products('usd', 'en-US')).map((product) => [product.id, product]))
  for (const product of await shop.products('usd', 'ru-RU')) {
    const { handle, title, subtitle, description, material, collection, options, variants, categories } = product
    const text = [
      title,
      subtitle,
      description,
      material,
      ...options.map((option) => option.title),
      ...categories.map(({ name }) => name),
    ]
    t.same(
      text.filter((term) => !CYRILLIC.test(term)),
      [],
      handle,
    )
    t.ok(!collection || CYRILLIC.test(collection.title), `${handle}: collection`)
    t.same(
      variants.map((variant) => variant.title).filter((term) => !CYRILLIC.test(term)),
      [],
      `${handle}: variants`,
    )
    for (const option of options) {
      const original = english.get(product.id)?.options.find(({ id }) => id === option.id)
      for (const { id, value } of option.values) {
        t.not(value, original?.values.find((one) => one.id === id)?.value, `${handle}: ${value}`)
      }
    }
  }
  t.same(
    (await shop.russianDelivery('eur')).filter(({ name }) => !CYRILLIC.test(name)),
    [],
  )
})

t.test(
  'the countries of the European Union, the United Kingdom and two American states have their tax rates',
  async (t) => {
    const { tax_regions: regions } = await commerce.admin<{
      tax_regions: {
        country_code: string
        province_code: string | null
        tax_rates: { rate: number; is_default: boolean; code: string }[]
      }[]
    }>(
      '/admin/tax-regions?limit=100&fields=country_code,province_code,tax_rates.rate,tax_rates.code,tax_rates.is_default',
    )
    const rates = new Map(
      regions.map(({ country_code: country, province_code: province, tax_rates }) => [
        province ?? country,
        tax_rates.map(({ rate, is_default: isDefault }) => (isDefault ? rate : undefined)),
      ]),
    )
    t.same([...rates.keys()].toSorted(), [...EURO, 'gb', 'us', 'us-ca', 'us-ny'].toSorted())
    for (const [place, rate] of [
      ['de', 19],
      ['fr', 20],
      ['ee', 24],
      ['fi', 25.5],
      ['sk', 23],
      ['ro', 21],
      ['lu', 17],
      ['hu', 27],
      ['gb', 20],
      ['us-ca', 7.25],
      ['us-ny', 4],
    ] as const)
      t.same(rates.get(place), [rate], place)
    t.same(rates.get('us'), [], 'no other state')
  },
)

t.test('prices and delivery include tax in euros and pounds only', async (t) => {
  for (const currency of CURRENCIES) {
    const isInclusive = ['eur', 'gbp'].includes(currency)
    const prices = (await shop.products(currency, 'en-US')).flatMap(({ variants }) => variants)
    const flags = prices.map(({ calculated_price: price }) => price.is_calculated_price_tax_inclusive)
    t.same(new Set(flags), new Set([isInclusive]), currency)
    const ways = (await shop.delivery(currency)).map((way) => way.calculated_price.is_calculated_price_tax_inclusive)
    t.same(new Set(ways), new Set([isInclusive]), `delivery in ${currency}`)
  }
})
