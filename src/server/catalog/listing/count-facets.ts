import type { Facets, PriceRange } from '#shared/api/product.ts'
import type { CardQuery } from '#shared/api/shop-data.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'

import type { AppliedChoice } from './apply-choice.ts'
import type { ListingIndex } from './listing-index.ts'
import { piecesInMetals } from './metal-index.ts'
import { countOf, inAll, type PieceSet } from './piece-set.ts'
import type { PriceIndex } from './price-index.ts'

interface FacetQuestion {
  listing: ListingIndex
  prices: PriceIndex | undefined
  /** The list before anything was chosen. */
  list: PieceSet
  choice: AppliedChoice
  query: CardQuery
  locale: Locale
}

/**
 * How many pieces each value would show beside what is chosen under the other headings. A value stays as long as the
 * list has it at all, or it is chosen, so that nothing jumps away under the shopper's finger; one that the whole shop
 * does not have is never named, whatever an address says.
 */
export function countFacets({ listing, prices, list, choice, query, locale }: FacetQuestion): Facets {
  const { metals: metalCodes = [], cuts: cutCodes = [], price, inStock = false } = query
  const isThere = (pieces: PieceSet | undefined): pieces is PieceSet =>
    pieces !== undefined && countOf(inAll(list, pieces)) > 0
  const besideMetals = inAll(list, choice.cuts, choice.prices)
  const besideCuts = inAll(list, choice.metals, choice.prices)
  const besidePrices = inAll(list, choice.metals, choice.cuts)
  return {
    metals: listing.metals.metals
      .filter(({ code }) => metalCodes.includes(code) || isThere(listing.metals.made.of.get(code)))
      .map(({ code, names }) => ({
        code,
        value: names[locale],
        count: countOf(inAll(besideMetals, piecesInMetals(listing.metals, [code], inStock))),
      })),
    cuts: STONE_CUTS.flatMap((code) => {
      const pieces = listing.cuts.get(code)
      if (!pieces || !(cutCodes.includes(code) || isThere(pieces))) return []
      return [{ code, count: countOf(inAll(besideCuts, pieces)) }]
    }),
    prices: (prices?.bands ?? [])
      .filter(({ range, pieces }) => isSame(range, price) || isThere(pieces))
      .map(({ range, pieces }) => ({ ...range, count: countOf(inAll(besidePrices, pieces)) })),
    in_stock: countOf(inAll(besideMetals, piecesInMetals(listing.metals, metalCodes, true))),
  }
}

function isSame(band: PriceRange, chosen: PriceRange | undefined): boolean {
  return chosen !== undefined && band.min === chosen.min && band.max === chosen.max
}
