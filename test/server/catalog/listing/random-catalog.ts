import type { ProductRecord } from '#server/catalog/records/records.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { Random } from '#test/support/random.ts'

import {
  AMERICA,
  CATEGORIES,
  EUROPE,
  makeProduct,
  makePriceList,
  makeVariant,
  type PriceList,
} from '../make-contents.ts'

const METALS = ['platinum', 'rose-gold', 'silver', 'titanium', 'white-gold', 'yellow-gold']

export interface RandomCatalog {
  products: ProductRecord[]
  /** Product id -> prices of its variants in hundredths; a product may have none. */
  amounts: Record<string, number[]>
  priceLists: PriceList[]
}

/** Random products. Many are alike, so that sort orders have ties. */
export function makeRandomCatalog(random: Random, size: number): RandomCatalog {
  const tags = [...STONE_CUTS.slice(0, 6), 'trending', ...(random.isLucky(50) ? ['new-in'] : [])]
  const amounts: Record<string, number[]> = {}
  const products = Array.from({ length: size }, (_, index) => {
    const id = `p${index}`
    const metals = random.some(METALS, 4)
    const variants = (metals.length > 0 ? metals : [undefined]).flatMap((metal) =>
      Array.from({ length: 1 + random.below(3) }, (__, nth) =>
        makeVariant(`${id}_${metal}_${nth}`, {
          options: metal === undefined ? {} : { metal },
          stock: random.isLucky(50) ? 1 : 0,
          managed: !random.isLucky(5),
          backorder: random.isLucky(5),
        }),
      ),
    )
    const base = 5000 + 2500 * random.below(60)
    if (!random.isLucky(5)) amounts[id] = variants.map(() => base + 2500 * random.below(8))
    return makeProduct({
      id,
      variants,
      // A value without a variant must not become a facet.
      options: [{ id: `o${id}`, code: 'metal', values: METALS.map((code) => ({ id: `${id}_${code}`, code })) }],
      categories: random.some(CATEGORIES, 2).map((category) => category.id),
      collection: random.isLucky(10) ? 'pcol_best' : null,
      createdAt: `2026-01-0${1 + random.below(9)}T00:00:00.000Z`,
      tags: random.some(tags, 3),
    })
  })
  const euros = Object.fromEntries(Object.entries(amounts).map(([id, own]) => [id, own.map((sum) => sum * 3)]))
  return {
    products,
    amounts,
    priceLists: [makePriceList(AMERICA, products, amounts), makePriceList(EUROPE, products, euros)],
  }
}
