import type { Locale } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'

import { canBeBought } from '../availability.ts'
import type { Breathe } from '../pace/breather.ts'
import type { ProductRecord } from '../records.ts'
import { addPiece, allPieces, inAny, noPieces, type PieceSet } from './piece-set.ts'

/** Pieces by the metals of those variants that count. */
interface PiecesByMetal {
  /** Those without a metal included. */
  any: PieceSet
  /** By the code of the metal. */
  of: ReadonlyMap<string, PieceSet>
}

export interface MetalIndex {
  /** Every metal that a piece is made in, in an order that is the same for every list. */
  metals: readonly { code: string; names: Record<Locale, string> }[]
  made: PiecesByMetal
  /** Of a metal whose every variant is sold out, the piece is not here, though it may be in another. */
  buyable: PiecesByMetal
}

const METAL = 'metal'

/** The backend keeps no order of metals: dearest last; metals that are not named here follow, by their code. */
const ORDER = ['silver', 'yellow-gold', 'white-gold', 'rose-gold', 'platinum']

/**
 * Builds the index, giving the event loop back in between.
 * @param products in the shop's own order
 */
export async function indexMetals(products: readonly ProductRecord[], breathe: Breathe): Promise<MetalIndex> {
  const size = products.length
  const made = new Map<string, PieceSet>()
  const buyable = new Map<string, PieceSet>()
  const anyBuyable = noPieces(size)
  const names = new Map<string, Record<Locale, string>>()

  for (const [place, product] of products.entries()) {
    for (const variant of product.variants) {
      const code = variant.options[METAL]
      const kinds = canBeBought(variant) ? [made, buyable] : [made]
      if (canBeBought(variant)) addPiece(anyBuyable, place)
      if (code === undefined) continue
      for (const kind of kinds) addPiece(setOf(kind, code, size), place)
      if (!names.has(code)) names.set(code, namesOf(product, code))
    }
    await breathe()
  }
  return {
    metals: [...names]
      .map(([code, own]) => ({ code, names: own }))
      .toSorted((a, b) => placeOf(a.code) - placeOf(b.code) || compareText(a.code, b.code)),
    made: { any: allPieces(size), of: made },
    buyable: { any: anyBuyable, of: buyable },
  }
}

/**
 * The pieces made in any of the metals; with `inStock`, those of which a variant in such a metal can be bought.
 * @param codes no choice at all where there are none; a code that no piece has finds nothing
 */
export function piecesInMetals(index: MetalIndex, codes: readonly string[], inStock: boolean): PieceSet {
  const { any, of } = inStock ? index.buyable : index.made
  return codes.length === 0
    ? any
    : inAny(
        any,
        codes.flatMap((code) => of.get(code) ?? []),
      )
}

function setOf(sets: Map<string, PieceSet>, code: string, size: number): PieceSet {
  const set = sets.get(code) ?? noPieces(size)
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
