import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'

import type { ShownCard } from '#shared/product/shown-product.ts'

import { DeferredData, type Deferred } from '../routing/deferred-data.tsx'
import { Section } from '../ui/section.tsx'
import { ServerOnly } from '../ui/server-only.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { WIDE_GRID } from './grid-classes.ts'

export function RelatedProducts({ handle, load }: { handle: string; load?: Deferred<ShownCard[]> | undefined }) {
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
      <DeferredData name={`related-${handle}`} load={load} fallbackValue={[]}>
        {(cards) =>
          cards.length > 0 ? (
            <Section title={t`You may also like`}>
              {/* Keeps the height of the placeholder, so that the length of names does not change the page. */}
              <div className="grid">
                <Places className="invisible [grid-area:1/1]" />
                <LazyCards cards={cards} />
              </div>
            </Section>
          ) : null
        }
      </DeferredData>
    </Suspense>
  )
}

/** The number of related products: a full row on a wide window. */
const CARDS = 4

const loadGrid = async () => (await import('./card/product-grid.tsx')).ProductGrid
const Grid = import.meta.env.SSR ? await loadGrid() : undefined

/** Preserves the server's markup until the shopper scrolls near it. Only then is the script of the cards loaded. */
function LazyCards({ cards }: { cards: ShownCard[] }) {
  const props = { cards: cards.slice(0, CARDS), isChoice: true }
  return (
    <WhenNear load={loadGrid} props={props} className="[grid-area:1/1]">
      <ServerOnly id="related" later={<Places />}>
        {Grid ? <Grid {...props} /> : null}
      </ServerOnly>
    </WhenNear>
  )
}

/** A placeholder for four cards. Each has an image, and enough space below it for long names in the page's language. */
function Places({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden className={`full-rows ${WIDE_GRID} ${className}`}>
      {[1, 2, 3, 4].map((card) => (
        <div key={card}>
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
