import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

import { productsPath } from '#shared/product/products-query.ts'

import { place, useSavedIn } from '../product/lists/saved-lists.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { CompareTable } from './compare-table.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ComparedData } from './load-compared.ts'

/** The products that the address names, side by side; where it names none, those that this device has put together. */
export function CompareView({ data: { products, left, gone } }: { data: ComparedData }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const navigate = useNavigate()
  const saved = useSavedIn('compared')
  const others = (saved ?? []).filter((handle) => !gone.includes(handle))
  const own = products.length === 0 && others.length > 0 ? productsPath('/compare', others.toReversed()) : ''
  // Anyone who followed a link first reads what has become of its products.
  const isOpened = own !== '' && gone.length === 0

  useEffect(() => {
    if (isOpened) void navigate(to(own), { replace: true })
  }, [isOpened, own, navigate, to])

  // What no one can take out any more takes no place of the four.
  useEffect(() => {
    for (const handle of gone) place('compared', handle, false)
  }, [gone])

  return (
    <ListFrame
      title={t`Compare pieces`}
      head={
        left > 0 || gone.length > 0 ? (
          <div className="mt-6 grid max-w-words gap-2">
            {left > 0 ? <Notice>{t`Four pieces can be compared at most: these are the first four.`}</Notice> : null}
            {gone.length > 0 ? (
              <Notice>
                <Plural
                  value={gone.length}
                  one="# piece is not sold any more."
                  other="# pieces are not sold any more."
                />
              </Notice>
            ) : null}
          </div>
        ) : null
      }
    >
      {products.length > 0 ? (
        <CompareTable products={products} />
      ) : (
        <div className="min-h-96">
          <div className={saved === undefined || isOpened ? 'hidden no-script:block' : ''}>
            {own ? (
              <EmptyState
                title={t`Nothing of this comparison is sold any more`}
                text={t`What you have ticked yourself is still there, on this device.`}
              >
                <ButtonLink href={to(own)}>
                  <Trans>Your comparison</Trans>
                </ButtonLink>
              </EmptyState>
            ) : (
              <EmptyState
                title={t`Nothing to compare yet`}
                text={t`Tick “Compare” on the page of a piece or on your wish list, and up to four stand here side by side.`}
              >
                <ButtonLink href={to('/shop/viewAll')}>
                  <Trans>See all pieces</Trans>
                </ButtonLink>
              </EmptyState>
            )}
          </div>
        </div>
      )}
    </ListFrame>
  )
}
