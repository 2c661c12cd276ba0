import { Trans, useLingui } from '@lingui/react/macro'

import type { ShownCard } from '#shared/product/shown-card.ts'

import { ProductGrid } from '../../product/card/product-grid.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { PopularSearches } from '../terms/popular-searches.tsx'

/** What was tried, what to try next, and products that many people choose. */
export function NothingFound({ bestSellers }: { bestSellers: readonly ShownCard[] }) {
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <>
      <div className="max-w-words">
        <p>
          <Trans>We looked among names, descriptions, metals, stone cuts, shelves and article numbers.</Trans>
        </p>
        <div className="prose-small mt-3 mb-10 text-quiet">
          <ul>
            <li>
              <Trans>Is every word spelt as you meant it?</Trans>
            </li>
            <li>
              <Trans>Fewer words find more: “oval ring”, “white gold”.</Trans>
            </li>
            <li>
              <Trans>
                Or look at <a href={to('/shop/viewAll')}>all pieces</a>, and narrow them by metal, cut and price.
              </Trans>
            </li>
          </ul>
        </div>
        <PopularSearches />
      </div>
      {bestSellers.length > 0 ? (
        <section aria-labelledby="best-sellers" className="mt-16 md:mt-20">
          <h2 id="best-sellers" className="display mb-8 text-3xl">
            {t`Best sellers`}
          </h2>
          <ProductGrid cards={bestSellers} isChoice />
        </section>
      ) : null}
    </>
  )
}
