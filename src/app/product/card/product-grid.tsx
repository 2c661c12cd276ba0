import { Suspense } from 'react'

import type { ShownCard } from '#shared/product/shown-product.ts'

import { ProductCard, type NameOf } from './product-card.tsx'

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:gap-y-14'
/** Classes of a full-width grid of cards, also used by its placeholder. */
export const WIDE_GRID = `${GRID} lg:grid-cols-4`

interface ProductGridProps {
  cards: readonly ShownCard[]
  heading?: 'h2' | 'h3'
  /** How many of the first images the shopper sees at once. */
  eager?: number
  /** True if something is beside the grid: then a row has one product less. */
  isBeside?: boolean
  /** For a selection of products: hides the cards of a last row that would not be full. */
  isChoice?: boolean
  nameOf?: NameOf
}

/** Number of cards that hydrate with the page: more than fit on a phone's screen. The others hydrate later. */
const FIRST = 4

export function ProductGrid({
  cards,
  heading = 'h3',
  eager = 0,
  isBeside = false,
  isChoice = false,
  nameOf,
}: ProductGridProps) {
  const items = cards.map((card, index) => (
    <li key={card.id}>
      <ProductCard card={card} heading={heading} priority={index < eager} nameOf={nameOf} />
    </li>
  ))
  return (
    <ul className={`${isBeside ? GRID : WIDE_GRID} ${isChoice ? 'full-rows' : ''}`}>
      {items.slice(0, FIRST)}
      {items.length > FIRST ? <Suspense>{items.slice(FIRST)}</Suspense> : null}
    </ul>
  )
}
