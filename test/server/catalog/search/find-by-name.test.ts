import t from 'tap'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'

const PRODUCTS = 36
const FIRST = 3
/** The letters that lie on one key. */
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const { shop, snapshot } = await openGeneratedShop(PRODUCTS)

function find(q: string, locale: Locale): string[] {
  return shop.search({ q, limit: PRODUCTS }, { locale, regionId: REGION.id }).products.map(({ handle }) => handle)
}

function onOtherKeyboard(text: string): string {
  const round = (character: string) =>
    CYRILLIC[LATIN.indexOf(character)] ?? LATIN[CYRILLIC.indexOf(character)] ?? character
  return Array.from(text.toLowerCase(), round).join('')
}

/** As no one types it: without the marks between words. */
function bare(title: string): string {
  return title.replaceAll(/[«»:,]/g, '')
}

t.test('whoever types the name of a piece finds it first, in either language on either page', async (t) => {
  for (const { handle, words: terms } of snapshot.products)
    for (const locale of LOCALES)
      for (const { title } of Object.values(terms)) t.equal(find(title, locale)[0], handle, `${title} (${locale})`)
})

t.test('it does not matter in which order, in which case, with ё or е, on which keyboard', async (t) => {
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

t.test('the number of a variant finds its piece, with and without dashes', async (t) => {
  for (const { handle, variants } of snapshot.products)
    for (const { sku } of variants) {
      t.equal(find(sku ?? '', 'en')[0], handle, sku ?? '')
      t.equal(find((sku ?? '').replaceAll('-', ''), 'ru')[0], handle, `${sku} without dashes`)
    }
})

t.test('the name of a shelf brings what stands on it first, and names it', async (t) => {
  for (const { handle, words: terms } of snapshot.categories)
    for (const locale of LOCALES) {
      const { name } = terms[locale]
      const { products, reading } = shop.search({ q: name, limit: FIRST }, { locale, regionId: REGION.id })
      const items = new Set(snapshot.byCategory.get(handle)?.map(({ id }) => id))
      t.ok(
        products.slice(0, items.size).every(({ id }) => items.has(id)),
        name,
      )
      t.ok(
        reading.categories.some((category) => category.handle === handle),
        `${name} is named`,
      )
    }
})
