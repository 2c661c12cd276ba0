import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { Facets } from '#shared/product/product.ts'

import { buttonClass, ButtonLink } from '../../ui/button.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import type { ListingData } from '../load-listing.ts'
import { ProductCount } from '../product-count.tsx'
import { FilterForm } from './filter-form.tsx'

interface FilterDialogProps {
  path: string
  listing: ListingData
  facets: Facets
  clearHref: string
  isOpen: boolean
  isBusy: boolean
  onClose: () => void
  onShow: () => void
}

export function FilterDialog({ path, listing, facets, clearHref, isOpen, isBusy, onClose, onShow }: FilterDialogProps) {
  const { t } = useLingui()
  const { count } = listing.list
  const footer = (
    <div className="flex flex-wrap gap-3">
      <ButtonLink href={clearHref} data-stay look="outline" className="px-4! whitespace-nowrap">
        <Trans>Clear all</Trans>
      </ButtonLink>
      <button
        type="button"
        onClick={onShow}
        aria-busy={isBusy || undefined}
        className={buttonClass('solid', 'grow basis-0 px-4!')}
      >
        <Plural value={count} _0="No matches" one="Show # piece" other="Show # pieces" />
      </button>
    </div>
  )
  return (
    <Drawer title={t`Filters`} side="bottom" isOpen={isOpen} onClose={onClose} footer={footer}>
      {isOpen ? (
        <>
          <FilterForm path={path} listing={listing} facets={facets} onSubmit={onShow} />
          {/* The page below is inert while the dialog is open, so the count is announced here. */}
          <ProductCount listing={listing} className="sr-only" />
        </>
      ) : null}
    </Drawer>
  )
}
