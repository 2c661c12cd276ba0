import { useLingui } from '@lingui/react/macro'

import type { ProductSort } from '#shared/api/shop-data.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { listingSearch } from './listing-query.ts'

/** The orders that a listing can stand in, as plain links. */
export function SortLinks({ path, current }: { path: string; current: ProductSort }) {
  const to = useLocalePath()
  const { t } = useLingui()
  const orders: [ProductSort, string][] = [
    ['featured', t`Our choice`],
    ['newest', t`Newest`],
    ['price-asc', t`Price: low to high`],
    ['price-desc', t`Price: high to low`],
  ]
  return (
    <nav aria-label={t`Sort by`} className="scroll-row -mx-5 px-5 md:mx-0 md:px-0">
      <ul className="flex gap-6 text-sm whitespace-nowrap">
        {orders.map(([sort, label]) => (
          <li key={sort}>
            <a
              href={to(path + listingSearch({ page: 1, sort }))}
              aria-current={sort === current ? 'true' : undefined}
              className="inline-flex min-h-11 items-center text-quiet hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
