import t from 'tap'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'

const PRODUCTS = 36
const FIRST = 3
/** The letters of the same keys. */
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const { shop, snapshot } = await openGeneratedShop(PRODUCTS)

function find(q: string, locale: Locale): string[] {
  return shop.search({ q, limit: PRODUCTS }, { locale, regionId: REGION.id }).products.map(({ handle }) => handle)
}

function onOtherKeyboard(text: string): string {
  const swap = (character: string) =>
    CYRILLIC[LATIN.indexOf(character)] ?? LATIN[CYRILLIC.indexOf(character)] ?? character
  return Array.from(text.toLowerCase(), swap).join('')
}

/** Removes punctuation, which shoppers do not type. */
function bare(title: string): string {
  return title.replaceAll(/[«»:,]/g, '')
}

t.test('a product’s name finds it first, in both languages on both pages', async (t) => {
  for (const { handle, words: terms } of snapshot.products)
    for (const locale of LOCALES)
      for (const { title } of Object.values(terms)) t.equal(find(title, locale)[0], handle, `${title} (${locale})`)
})

t.test('word order, case, ё or е, and keyboard layout do not matter', async (t) => {
  for (const { words: terms } of snapshot.products)
    for (const locale of LOCALES)
      for (const { title } of Object.values(terms)) {
        const found = find(bare(title), locale)
        t.same(find(title.toUpperCase().replaceAll('Ё', 'Е'), locale), found, `${title}, in capitals`)
        const reversed = bare(title).split(' ').toReversed().join(' ')
        t.same(find(reversed, locale).toSorted(), found.toSorted(), reversed)
        const typed = onOtherKeyboard(bare(title))
        t.same(find(typed, locale).slice(0, FIRST), found.slice(0, FIRST), typed)
      }
})

t.test('a SKU finds its product, with and without dashes', async (t) => {
  for (const { handle, variants } of snapshot.products)
    for (const { sku } of variants) {
      t.equal(find(sku ?? '', 'en')[0], handle, sku ?? '')
      t.equal(find((sku ?? '').replaceAll('-', ''), 'ru')[0], handle, `${sku} without dashes`)
    }
})
