import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef } from 'react'

import type { ProductSort } from '#shared/shop-data.ts'

import { buttonClass } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'

interface SortLinksProps {
  current: ProductSort
  /** Search results have a default order of their own. */
  isSearch: boolean
  hrefOf: (sort: ProductSort) => string
}

/** If there is no room, the links are in a bottom sheet, a native popover that needs no JavaScript. */
export function SortLinks({ current, isSearch, hrefOf }: SortLinksProps) {
  const { t } = useLingui()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const orders: [ProductSort, string][] = [
    ['featured', isSearch ? t`Best match` : t`Featured`],
    ['newest', t`Newest`],
    ['price-asc', t`Price: low to high`],
    ['price-desc', t`Price: high to low`],
  ]
  return (
    <nav aria-label={t`Sort by`} data-stay>
      <button type="button" popoverTarget={id} className={buttonClass('outline', 'w-full px-4! md:px-7! lg:hidden')}>
        <Trans>Sort</Trans>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="overflow-visible bg-paper text-ink transition-[translate,display,overlay] duration-280 ease-out transition-discrete backdrop:bg-[var(--backdrop,rgb(30_27_24/45%))] backdrop:opacity-0 backdrop:transition-[opacity,display,overlay] backdrop:duration-280 backdrop:transition-discrete open:backdrop:opacity-100 starting:open:backdrop:opacity-0 max-lg:inset-x-0 max-lg:top-auto max-lg:bottom-0 max-lg:w-full max-lg:max-w-none max-lg:translate-y-full max-lg:border-t max-lg:border-line max-lg:px-5 max-lg:pb-8 max-lg:open:translate-y-0 max-lg:starting:open:translate-y-full md:max-lg:px-8 lg:static lg:flex lg:items-baseline lg:gap-6"
      >
        <p
          aria-hidden
          className="whitespace-nowrap text-quiet max-lg:display max-lg:py-5 max-lg:text-2xl max-lg:text-ink lg:text-sm"
        >
          <Trans>Sort by</Trans>
        </p>
        {/* Safari before 18.3 on a phone does not close the panel on a touch beside it. */}
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t`Close`}
          className="absolute top-3 right-2 flex size-11 items-center justify-center rounded-full text-quiet hover:text-ink md:right-5 lg:hidden"
        >
          <CloseIcon />
        </button>
        <ul className="whitespace-nowrap lg:flex lg:flex-wrap lg:gap-x-6 lg:text-sm">
          {orders.map(([sort, label]) => (
            <li key={sort} className="max-lg:border-t max-lg:border-line">
              <a
                href={hrefOf(sort)}
                aria-current={sort === current ? 'true' : undefined}
                onClick={() => panel.current?.hidePopover?.()}
                className="group flex min-h-13 items-center justify-between hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink lg:min-h-11 lg:text-quiet"
              >
                {label}
                <span aria-hidden className="size-1.5 rounded-full bg-ink not-group-aria-[current]:hidden lg:hidden" />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
