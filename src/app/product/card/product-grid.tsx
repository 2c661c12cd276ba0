import type { ProductCard as Card } from '#shared/api/product.ts'

import { Skeleton } from '../../ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:gap-y-14'
const WIDE_GRID = `${GRID} lg:grid-cols-4`

interface ProductGridProps {
  cards: readonly Card[]
  heading?: 'h2' | 'h3'
  /** How many of the first pictures the shopper sees at once. */
  eager?: number
  /** Where something stands at its side, a row has room for one piece less. */
  isBeside?: boolean
}

export function ProductGrid({ cards, heading = 'h3', eager = 0, isBeside = false }: ProductGridProps) {
  return (
    <ul className={isBeside ? GRID : WIDE_GRID}>
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard card={card} heading={heading} priority={index < eager} />
        </li>
      ))}
    </ul>
  )
}

/** Holds the place of one row of cards while they come. */
export function ProductGridSkeleton() {
  return (
    <div className={WIDE_GRID} aria-hidden>
      {['a', 'b', 'c', 'd'].map((key, index) => (
        // Two columns show two, three show three: the row never wraps into a second one.
        <div key={key} className={['', '', 'hidden md:block', 'hidden lg:block'][index]}>
          <Skeleton className="aspect-square" />
          <Skeleton className="mt-4 h-7 w-3/4" />
          <Skeleton className="mt-1.5 h-5.5 w-1/2" />
          <Skeleton className="mt-3 h-3 w-12" />
        </div>
      ))}
    </div>
  )
}
