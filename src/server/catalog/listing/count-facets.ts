import type { Locale } from '#shared/i18n/locale.ts'
import type { Facets, PriceRange } from '#shared/product/product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { CardQuery } from '#shared/shop-data.ts'

import type { ListingIndex } from '../snapshot/listing-index.ts'
import { productsInMetals } from '../snapshot/metal-index.ts'
import type { PriceIndex } from '../snapshot/price-index.ts'
import { countOf, inAll, type ProductSet } from '../snapshot/product-set.ts'
import type { AppliedChoice } from './apply-choice.ts'

interface FacetQuery {
  listing: ListingIndex
  prices: PriceIndex | undefined
  /** The list before anything was chosen. */
  list: ProductSet
  choice: AppliedChoice
  query: CardQuery
  locale: Locale
}

/**
 * How many products each value would show beside what is chosen under the other headings. A value stays as long as the
 * list has it at all, or it is chosen, so that nothing jumps away under the shopper's finger; one that the whole shop
 * does not have is never named, whatever an address says.
 */
export function countFacets({ listing, prices, list, choice, query, locale }: FacetQuery): Facets {
  const { metals: metalCodes = [], cuts: cutCodes = [], price, inStock = false } = query
  const isThere = (products: ProductSet | undefined): products is ProductSet =>
    products !== undefined && countOf(inAll(list, products)) > 0
  const besideMetals = inAll(list, choice.cuts, choice.prices)
  const besideCuts = inAll(list, choice.metals, choice.prices)
  const besidePrices = inAll(list, choice.metals, choice.cuts)
  return {
    metals: listing.metals.metals
      .filter(({ code }) => metalCodes.includes(code) || isThere(listing.metals.made.of.get(code)))
      .map(({ code, names }) => ({
        code,
        value: names[locale],
        count: countOf(inAll(besideMetals, productsInMetals(listing.metals, [code], inStock))),
      })),
    cuts: STONE_CUTS.flatMap((code) => {
      const products = listing.cuts.get(code)
      if (!products || !(cutCodes.includes(code) || isThere(products))) return []
      return [{ code, count: countOf(inAll(besideCuts, products)) }]
    }),
    prices: (prices?.bands ?? [])
      .filter(({ range, products }) => isSame(range, price) || isThere(products))
      .map(({ range, products }) => ({ ...range, count: countOf(inAll(besidePrices, products)) })),
    in_stock: countOf(inAll(besideMetals, productsInMetals(listing.metals, metalCodes, true))),
  }
}

function isSame(band: PriceRange, chosen: PriceRange | undefined): boolean {
  return chosen !== undefined && band.min === chosen.min && band.max === chosen.max
}
