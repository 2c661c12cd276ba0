import t from 'tap'

import { isSample, type StoredProduct } from '../../commerce/src/seed/is-sample.ts'
import { toNewProduct } from '../../commerce/src/shop/new-product.ts'
import { originalPrices, salePrices } from '../../commerce/src/shop/prices.ts'
import { ALL_PRODUCTS } from '../../commerce/src/shop/samples.ts'
import { dollarsOf, variantsOf } from '../../commerce/src/shop/variants.ts'

const BASE = { price_list_id: null, rules_count: 0 }
const SALE = { price_list_id: 'plist_1', rules_count: 0 }

function stored(sample: (typeof ALL_PRODUCTS)[number]): StoredProduct {
  const product = toNewProduct(sample)
  const images = product.metals.flatMap((metal) => metal.pictures)
  return {
    handle: product.handle,
    title: product.title.en,
    subtitle: product.subtitle.en,
    description: product.description.en,
    thumbnail: images[0] ?? null,
    images: images.map((url) => ({ url })),
    variants: variantsOf(product).map((variant) => ({
      sku: variant.sku,
      thumbnail: variant.metal.pictures[0] ?? null,
      price_set: {
        prices: [
          ...originalPrices(dollarsOf(variant)).map((price) => ({ ...price, ...BASE })),
          ...salePrices(dollarsOf(variant)).map((price) => ({ ...price, ...SALE })),
        ],
      },
    })),
  }
}

const [sample] = ALL_PRODUCTS
if (!sample) throw new Error('There is no sample product')

t.test('every product of the sample shop is a sample, with or without its sale', async (t) => {
  for (const one of ALL_PRODUCTS) t.ok(isSample(stored(one), one), one.handle)
  const ended = stored(sample)
  for (const { price_set: set } of ended.variants)
    if (set) set.prices = set.prices.filter(({ price_list_id: list }) => !list)
  t.ok(isSample(ended, sample))
})

t.test('a sample with texts, photos, variants or prices of the merchant is the merchant’s', async (t) => {
  const changes: Record<string, (product: StoredProduct) => void> = {
    'a title': (product) => (product.title = 'Own'),
    'a photo more': (product) => product.images.push({ url: 'own.jpg' }),
    'a photo less': (product) => product.images.pop(),
    'another thumbnail': (product) => (product.thumbnail = 'own.jpg'),
    'another thumbnail of a variant': ({ variants: [variant] }) => variant && (variant.thumbnail = 'own.jpg'),
    'a variant less': (product) => product.variants.pop(),
    'a variant more': (product) =>
      product.variants.push({ sku: `${sample.handle}-own`, thumbnail: null, price_set: null }),
    'another price': ({ variants: [variant] }) => variant?.price_set?.prices.forEach((price) => (price.amount += 5)),
    'a price in another currency': ({ variants: [variant] }) =>
      variant?.price_set?.prices.push({ currency_code: 'sek', amount: 9000, ...BASE }),
    'a sale of the merchant': ({ variants: [variant] }) =>
      variant?.price_set?.prices.push({ currency_code: 'eur', amount: 1, ...SALE }),
    'a price with rules': ({ variants: [variant] }) =>
      variant?.price_set?.prices.forEach((price) => (price.rules_count = 1)),
  }
  for (const [name, change] of Object.entries(changes)) {
    const product = stored(sample)
    change(product)
    t.notOk(isSample(product, sample), name)
  }
})
