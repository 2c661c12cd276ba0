import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { productPath } from '#shared/page/page-paths.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import { ProductCard, QuickAddForm } from '../product/card/product-card.tsx'
import { WIDE_GRID } from '../product/grid-classes.ts'
import { CompareStatus, CompareToggle } from '../product/lists/list-buttons.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'

interface ListFrameProps {
  title: string
  head?: ReactNode
  children: ReactNode
}

export function ListFrame({ title, head, children }: ListFrameProps) {
  return (
    <div className="page-width pt-10 md:pt-16">
      <h1 className="display text-4xl lg:text-5xl">{title}</h1>
      {head}
      <div className="mt-10 md:mt-14">{children}</div>
    </div>
  )
}

export function ListedProducts({ cards }: { cards: readonly ShownCard[] }) {
  return (
    <>
      <CompareStatus />
      <ul className={WIDE_GRID}>
        {cards.map((card, index) => (
          <li key={card.id} className="flex flex-col">
            <ProductCard card={card} heading="h2" priority={index < 2} hasQuickAdd={false} />
            {card.in_stock ? <BuyFromList card={card} /> : null}
            <div className="mt-1 flex flex-wrap text-sm">
              <CompareToggle handle={card.handle} title={card.title} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A product with options links to its page, where they are chosen. */
function BuyFromList({ card }: { card: ShownCard }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { title, quick_add_variant_id: variantId, shown_metal: metal } = card
  const className = 'w-full px-3'
  return (
    <div className="mt-auto pt-4">
      {variantId ? (
        <QuickAddForm card={card} variantId={variantId}>
          <Button look="outline" type="submit" aria-label={t`Add ${title} to cart`} className={className}>
            <Trans context="list">Add to cart</Trans>
          </Button>
        </QuickAddForm>
      ) : (
        <ButtonLink
          look="outline"
          href={to(productPath(card.handle) + (metal === null ? '' : `?metal=${metal}`))}
          aria-label={t`Choose options: ${title}`}
          className={className}
        >
          <Trans>Choose options</Trans>
        </ButtonLink>
      )}
    </div>
  )
}
