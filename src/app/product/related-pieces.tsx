import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'

import type { ProductCard } from '#shared/api/product.ts'

import { Late } from '../routing/late-data.tsx'
import { Section } from '../ui/section.tsx'
import { ProductGrid, ProductGridSkeleton } from './card/product-grid.tsx'

interface RelatedPiecesProps {
  handle: string
  load: () => Promise<ProductCard[]>
}

/** Pieces that go with this one; they may come after the page. */
export function RelatedPieces({ handle, load }: RelatedPiecesProps) {
  const { t } = useLingui()
  return (
    <Suspense
      fallback={
        <div data-place-holder>
          <Section title={t`You may also like`}>
            <ProductGridSkeleton />
          </Section>
        </div>
      }
    >
      <Late name={`related-${handle}`} load={load}>
        {(cards) =>
          cards.length > 0 ? (
            <Section title={t`You may also like`}>
              <ProductGrid cards={cards.slice(0, 4)} />
            </Section>
          ) : null
        }
      </Late>
    </Suspense>
  )
}
