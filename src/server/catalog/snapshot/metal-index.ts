import type { YieldToLoop } from '#server/infra/scheduling.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'

import { canBeBought, type ProductRecord } from '../records/records.ts'
import { addProduct, allProducts, inAny, noProducts, type ProductSet } from './product-set.ts'

interface ProductsByMetal {
  /** All products, including those without a metal. */
  any: ProductSet
  of: ReadonlyMap<string, ProductSet>
}

export interface MetalIndex {
  metals: readonly { code: string; names: Record<Locale, string> }[]
  made: ProductsByMetal
  buyable: ProductsByMetal
}

const METAL = 'metal'

/** The backend has no order of metals. The most expensive is last. Metals that are not listed follow by their code. */
const ORDER = ['silver', 'yellow-gold', 'white-gold', 'rose-gold', 'platinum']

export async function indexMetals(products: readonly ProductRecord[], yieldToLoop: YieldToLoop): Promise<MetalIndex> {
  const size = products.length
  const made = new Map<string, ProductSet>()
  const buyable = new Map<string, ProductSet>()
  const anyBuyable = noProducts(size)
  const names = new Map<string, Record<Locale, string>>()

  for (const [place, product] of products.entries()) {
    for (const variant of product.variants) {
      const code = variant.options[METAL]
      const indexes = canBeBought(variant) ? [made, buyable] : [made]
      if (canBeBought(variant)) addProduct(anyBuyable, place)
      if (code === undefined) continue
      for (const index of indexes) addProduct(setOf(index, code, size), place)
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

/** Without codes products of any metal match. With `inStock` the variant in one of the metals must be in stock. */
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
