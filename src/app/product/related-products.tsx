import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useMemo, useState, lazy } from 'react'

import type { ShownCard, ShownProduct } from '#shared/product/shown-product.ts'

import { addMessages } from '../i18n/load-i18n.ts'
import { Late } from '../routing/late-data.tsx'
import { Section } from '../ui/section.tsx'
import { ServerOnly } from '../ui/server-only.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { WIDE_GRID } from './grid-classes.ts'
import { place, useSavedIn } from './lists/saved-lists.ts'

export function RelatedProducts({ handle, load }: { handle: string; load?: (() => Promise<ShownCard[]>) | undefined }) {
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
              {/* Keeps the height of the placeholder, so that the length of names does not change the page. */}
              <div className="grid">
                <Places className="invisible [grid-area:1/1]" />
                <CardsLater cards={cards} />
              </div>
            </Section>
          ) : null
        }
      </Late>
    </Suspense>
  )
}

/** The number of related products: a full row on a wide window. */
const CARDS = 4

const loadGrid = async () => (await import('./card/product-grid.tsx')).ProductGrid
const WrittenGrid = lazy(async () => ({ default: await loadGrid() }))

/** Preserves the server's markup until the shopper scrolls near it. Only then is the script of the cards loaded. */
function CardsLater({ cards }: { cards: ShownCard[] }) {
  const load = useMemo(
    () => async () => {
      const Grid = await loadGrid()
      return () => <Grid cards={cards.slice(0, CARDS)} isChoice />
    },
    [cards],
  )
  return (
    <WhenNear load={load} className="[grid-area:1/1]">
      <ServerOnly id="related" later={<Places />}>
        {import.meta.env.SSR ? (
          <Suspense>
            <WrittenGrid cards={cards.slice(0, CARDS)} isChoice />
          </Suspense>
        ) : null}
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

/** Stores the product as viewed, and reserves space for the products that were viewed before it. */
export function RecentlyViewedPlace({ handle }: { handle: string }) {
  const { i18n } = useLingui()
  const load = useMemo(
    () => async () => {
      const module = import('./on-demand/recently-viewed.tsx')
      const [{ RecentlyViewed }] = await Promise.all([module, addMessages(i18n, 'lists')])
      return () => <RecentlyViewed handle={handle} />
    },
    [i18n, handle],
  )
  const hasOthers = useSavedIn('recently_viewed')?.some((other) => other !== handle) ?? false
  // Once shown, the section remains, because it later says that the list was cleared.
  const [isThere, setThere] = useState(false)
  if (hasOthers && !isThere) setThere(true)

  useEffect(() => place('recently_viewed', handle, true), [handle])

  return isThere ? <WhenNear load={load} className="min-h-103 md:min-h-130 lg:min-h-134" /> : null
}

const loadPanel = async () => (await import('./stone/stone-panel.tsx')).StonePanel
const Written = lazy(async () => ({ default: await loadPanel() }))

/** Preserves the server's markup. The script is loaded only when the shopper scrolls near it. */
export function StonesLater({ product }: { product: ShownProduct }) {
  const { i18n } = useLingui()
  const load = useMemo(
    () => async () => {
      const [Panel] = await Promise.all([loadPanel(), addMessages(i18n, 'stone')])
      return () => <Panel product={product} />
    },
    [i18n, product],
  )
  if (product.stones.length === 0) return null
  return (
    <WhenNear load={load}>
      <ServerOnly
        id="stones"
        later={
          // The placeholder has the final size. On a phone, the list of stones is below the drawing.
          <div className="pt-145 md:pt-124 lg:pt-128 [&:lang(ru)]:max-md:pt-150.5 [&:lang(ru)]:md:max-lg:pt-132">
            {product.stones.map((_, index) => (
              <div key={index} className="h-12.75 md:hidden" />
            ))}
          </div>
        }
      >
        {import.meta.env.SSR ? (
          <Suspense>
            <Written product={product} />
          </Suspense>
        ) : null}
      </ServerOnly>
    </WhenNear>
  )
}
