import t from 'tap'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'

const PRODUCTS = 36

const { shop, snapshot } = await openGeneratedShop(PRODUCTS)

function find(q: string, locale: Locale): string[] {
  return shop.search({ q, limit: PRODUCTS }, { locale, regionId: REGION.id }).products.map(({ handle }) => handle)
}

t.test('a product’s name finds it first, in both languages on both pages', async (t) => {
  for (const { handle, words: terms } of snapshot.products)
    for (const locale of LOCALES)
      for (const { title } of Object.values(terms)) t.equal(find(title, locale)[0], handle, `${title} (${locale})`)
})

t.test('a SKU finds its product, with and without dashes', async (t) => {
  for (const { handle, variants } of snapshot.products)
    for (const { sku } of variants) {
      t.equal(find(sku ?? '', 'en')[0], handle, sku ?? '')
      t.equal(find((sku ?? '').replaceAll('-', ''), 'ru')[0], handle, `${sku} without dashes`)
    }
})
