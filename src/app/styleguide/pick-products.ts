import { percentOff } from '#shared/money/crossed-out-price.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

/** One for each state of a card. If no product has a state, it is absent. */
export interface ShownProducts {
  inStock?: ShownCard
  soldOut?: ShownCard
  onSale?: ShownCard
  longTitle?: ShownCard
}

export function pickProducts(cards: readonly ShownCard[]): ShownProducts {
  const left = new Set(cards)
  const pick = (fits: (card: ShownCard) => boolean) => {
    const found = [...left].find(fits)
    if (found) left.delete(found)
    return found
  }
  const longest = Math.max(...cards.map(({ title }) => title.length))
  const longTitle = pick(({ title }) => title.length === longest)
  const soldOut = pick(({ in_stock }) => !in_stock)
  const onSale = pick((card) => card.in_stock && discountOf(card) > 0)
  const inStock = pick((card) => card.in_stock && discountOf(card) === 0) ?? pick((card) => card.in_stock)
  return {
    ...(inStock ? { inStock } : {}),
    ...(soldOut ? { soldOut } : {}),
    ...(onSale ? { onSale } : {}),
    ...(longTitle ? { longTitle } : {}),
  }
}

function discountOf({ price }: ShownCard): number {
  return price ? percentOff(price.calculated_amount, price.original_amount) : 0
}
