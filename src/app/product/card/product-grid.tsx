import { Suspense, useEffect, useRef } from 'react'

import type { ShownCard } from '#shared/product/shown-product.ts'

import { whenIdle } from '../../ui/when-idle.ts'
import { GRID, WIDE_GRID } from '../grid-classes.ts'
import { ProductCard, type NameOf } from './product-card.tsx'

/** More cards than fit on a phone's screen hydrate with the page. The others hydrate later. */
const FIRST = 4

export function ProductGrid({
  cards,
  heading = 'h3',
  eager = 0,
  isBeside = false,
  isChoice = false,
  nameOf,
}: {
  cards: readonly ShownCard[]
  heading?: 'h2' | 'h3'
  /** The number of first images that are visible without scrolling. */
  eager?: number
  /** Whether another element is beside the grid, whose rows then have one product less. */
  isBeside?: boolean
  /** Hides the cards of a last row that would not be full. */
  isChoice?: boolean
  nameOf?: NameOf
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const { current } = list
    if (!current || cards.every(({ film }) => film.length === 0)) return undefined
    const controller = new AbortController()
    const { signal } = controller
    whenIdle(() => {
      import('../on-demand/card-films.ts').then(
        ({ playCardFilms }) => signal.aborted || playCardFilms(current, signal),
        () => undefined,
      )
    })
    return () => controller.abort()
  }, [cards])
  const items = cards.map((card, index) => (
    <li key={card.id}>
      <ProductCard card={card} heading={heading} priority={index < eager} nameOf={nameOf} />
    </li>
  ))
  return (
    <ul ref={list} className={`${isBeside ? GRID : WIDE_GRID} ${isChoice ? 'full-rows' : ''}`}>
      {items.slice(0, FIRST)}
      {items.length > FIRST ? <Suspense>{items.slice(FIRST)}</Suspense> : null}
    </ul>
  )
}
