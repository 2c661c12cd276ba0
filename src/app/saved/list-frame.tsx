import type { ReactNode } from 'react'

import type { ShownCard } from '#shared/product/shown-product.ts'

import { ProductCard } from '../product/card/product-card.tsx'
import { WIDE_GRID } from '../product/card/product-grid.tsx'
import { CompareStatus, CompareToggle } from '../product/lists/list-buttons.tsx'

interface ListFrameProps {
  title: string
  /** The list's status and actions. */
  head?: ReactNode
  children: ReactNode
}

/** Layout of a list page: heading, status and content. */
export function ListFrame({ title, head, children }: ListFrameProps) {
  return (
    <div className="page-width pt-10 md:pt-16">
      <h1 className="display text-4xl lg:text-5xl">{title}</h1>
      {head}
      <div className="mt-10 md:mt-14">{children}</div>
    </div>
  )
}

/** The products of a list, each with a compare button. */
export function ListedProducts({ cards }: { cards: readonly ShownCard[] }) {
  return (
    <>
      <CompareStatus />
      <ul className={WIDE_GRID}>
        {cards.map((card, index) => (
          <li key={card.id}>
            <ProductCard card={card} heading="h2" priority={index < 2} />
            <div className="mt-2 flex flex-wrap text-sm">
              <CompareToggle handle={card.handle} title={card.title} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
