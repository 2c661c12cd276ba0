import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'

import type { ShownCard } from '#shared/product/shown-card.ts'

import { Late } from '../routing/late-data.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ProductGrid, WIDE_GRID } from './card/product-grid.tsx'

interface RelatedProductsProps {
  handle: string
  load?: (() => Promise<ShownCard[]>) | undefined
}

/** Products that go with this one; they may come after the page. */
export function RelatedProducts({ handle, load }: RelatedProductsProps) {
  const { t } = useLingui()
  return (
    <Suspense
      fallback={
        <div data-place-holder>
          <Section title={t`You may also like`}>
            <Places />
          </Section>
        </div>
      }
    >
      <Late name={`related-${handle}`} load={load} otherwise={[]}>
        {(cards) =>
          cards.length > 0 ? (
            <Section title={t`You may also like`}>
              {/* What held the place still does: names of one line and of three leave the page equally long. */}
              <div className="grid">
                <Places className="invisible [grid-area:1/1]" />
                <div className="[grid-area:1/1]">
                  <ProductGrid cards={cards.slice(0, 4)} isChoice />
                </div>
              </div>
            </Section>
          ) : null
        }
      </Late>
    </Suspense>
  )
}

/** The room of four cards: an image, and as much below it as long names need in the page's language. */
function Places({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden className={`full-rows ${WIDE_GRID} ${className}`}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place}>
          <Skeleton className="aspect-square" />
          <div className="h-36 pt-4 md:h-31 xl:h-24 [&:lang(ru)]:h-50 md:[&:lang(ru)]:h-38 xl:[&:lang(ru)]:h-31">
            <Skeleton className="h-7 w-3/4" />
            <Skeleton className="mt-1.5 h-5.5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
