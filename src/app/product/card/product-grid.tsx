import { Suspense } from 'react'

import type { ShownCard } from '#shared/product/shown-product.ts'

import { ProductCard, type NameOf } from './product-card.tsx'

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:gap-y-14'
/** Classes of a grid of cards across the page, for what holds its place as well. */
export const WIDE_GRID = `${GRID} lg:grid-cols-4`

interface ProductGridProps {
  cards: readonly ShownCard[]
  heading?: 'h2' | 'h3'
  /** How many of the first images the shopper sees at once. */
  eager?: number
  /** True if something is beside the grid: then a row has one product less. */
  isBeside?: boolean
  /** For a choice of products rather than all of them: what would begin a row and leave it half empty is not shown. */
  isChoice?: boolean
  nameOf?: NameOf
}

/** How many cards wake up with the page: more than fit into a phone's window. The rest comes after them. */
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
