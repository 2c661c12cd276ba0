import type { YieldToLoop } from '#server/infra/scheduling.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'

import { canBeBought, type ProductRecord } from '../records/records.ts'
import { addProduct, allProducts, inAny, noProducts, type ProductSet } from './product-set.ts'

/** Products by the metals of those variants that count. */
interface ProductsByMetal {
  /** Those without a metal included. */
  any: ProductSet
  /** By the code of the metal. */
  of: ReadonlyMap<string, ProductSet>
}

export interface MetalIndex {
  /** Every metal that a product is made in, in an order that is the same for every list. */
  metals: readonly { code: string; names: Record<Locale, string> }[]
  made: ProductsByMetal
  /** Of a metal whose every variant is sold out, the product is not here, though it may be in another. */
  buyable: ProductsByMetal
}

const METAL = 'metal'

/** The backend keeps no order of metals: dearest last; metals that are not named here follow, by their code. */
const ORDER = ['silver', 'yellow-gold', 'white-gold', 'rose-gold', 'platinum']

/**
 * Builds the index, giving the event loop back in between.
 * @param products in the shop's own order
 */
export async function indexMetals(products: readonly ProductRecord[], yieldToLoop: YieldToLoop): Promise<MetalIndex> {
  const size = products.length
  const made = new Map<string, ProductSet>()
  const buyable = new Map<string, ProductSet>()
  const anyBuyable = noProducts(size)
  const names = new Map<string, Record<Locale, string>>()

  for (const [place, product] of products.entries()) {
    for (const variant of product.variants) {
      const code = variant.options[METAL]
      const kinds = canBeBought(variant) ? [made, buyable] : [made]
      if (canBeBought(variant)) addProduct(anyBuyable, place)
      if (code === undefined) continue
      for (const kind of kinds) addProduct(setOf(kind, code, size), place)
      if (!names.has(code)) names.set(code, namesOf(product, code))
    }
    await yieldToLoop()
  }
  return {
    metals: [...names]
      .map(([code, own]) => ({ code, names: own }))
      .toSorted((a, b) => placeOf(a.code) - placeOf(b.code) || compareText(a.code, b.code)),
    made: { any: allProducts(size), of: made },
    buyable: { any: anyBuyable, of: buyable },
  }
}

/**
 * The products made in any of the metals; with `inStock`, those of which a variant in such a metal can be bought.
 * @param codes no choice at all where there are none; a code that no product has finds nothing
 */
export function productsInMetals(index: MetalIndex, codes: readonly string[], inStock: boolean): ProductSet {
  const { any, of } = inStock ? index.buyable : index.made
  return codes.length === 0
    ? any
    : inAny(
        any,
        codes.flatMap((code) => of.get(code) ?? []),
      )
}

function setOf(sets: Map<string, ProductSet>, code: string, size: number): ProductSet {
  const set = sets.get(code) ?? noProducts(size)
  sets.set(code, set)
  return set
}

function namesOf(product: ProductRecord, code: string): Record<Locale, string> {
  const value = product.options.find((option) => option.code === METAL)?.values.find((one) => one.code === code)
  const nameIn = (locale: Locale): string => (value && product.words[locale].values[value.id]) ?? code
  return { en: nameIn('en'), ru: nameIn('ru') }
}

function placeOf(code: string): number {
  const place = ORDER.indexOf(code)
  return place === -1 ? ORDER.length : place
}
