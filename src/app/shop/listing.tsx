import { Plural, Trans, useLingui } from '@lingui/react/macro'

import { ProductGrid } from '../product/card/product-grid.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ListingData } from './load-listing.ts'
import { Paging } from './paging.tsx'
import { SortLinks } from './sort-links.tsx'

interface ListingProps {
  title: string
  description?: string
  crumbs: Crumb[]
  /** Address of the listing without its language and query. */
  path: string
  listing: ListingData
}

/** A shelf of pieces: its name, how many there are, the pieces, the way to more of them. */
export function Listing({ title, description, crumbs, path, listing }: ListingProps) {
  const to = useLocalePath()
  const { t } = useLingui()
  const { products, count } = listing.list
  return (
    <div className="page-width">
      <div className="pt-3 md:pt-6">
        <Breadcrumbs label={t`Breadcrumbs`} crumbs={crumbs} />
      </div>
      <div className="pt-4 pb-8 md:pt-6 md:pb-10">
        <h1 className="display text-4xl lg:text-5xl">{title}</h1>
        {description ? <p className="mt-3 max-w-words text-quiet">{description}</p> : null}
      </div>
      {products.length === 0 ? (
        <EmptyState
          title={t`Nothing here at the moment`}
          text={t`The next pieces are on the bench. Meanwhile, see everything else we have made.`}
        >
          <ButtonLink href={to('/shop/viewAll')}>
            <Trans>See all pieces</Trans>
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 border-t border-line pt-2 md:mb-8">
            <p className="py-2.5 text-sm text-quiet">
              <Plural value={count} one="# piece" other="# pieces" />
            </p>
            {products.length > 1 ? <SortLinks path={path} current={listing.sort} /> : null}
          </div>
          <ProductGrid cards={products} heading="h2" eager={2} />
          <Paging path={path} count={count} page={listing.page} sort={listing.sort} />
        </>
      )}
    </div>
  )
}
