import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'

import { splitLocalePath } from '#shared/i18n/locale-path.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { useCategories } from './use-categories.ts'

const LINK =
  'inline-flex min-h-11 items-center border-b border-transparent whitespace-nowrap hover:border-ornament aria-[current]:border-ink'

/** The shelves, always in sight: a row in the header, a row of its own that scrolls where there is little room. */
export function ShopNavigation() {
  const to = useLocalePath()
  const { t } = useLingui()
  const categories = useCategories()
  const { path } = splitLocalePath(useLocation().pathname)
  const current = (target: string) =>
    path === target ? 'page' : target !== '/shop/viewAll' && path.startsWith(`${target}/`) ? 'true' : undefined
  return (
    <nav
      aria-label={t`Shop`}
      className="scroll-row order-last -mx-5 w-[calc(100%+2.5rem)] px-5 pb-1 md:-mx-10 md:w-[calc(100%+5rem)] md:px-10 lg:order-none lg:mx-0 lg:w-auto lg:overflow-visible lg:p-0"
    >
      <ul className="flex gap-6 text-sm font-medium lg:gap-8">
        <li>
          <a href={to('/shop/viewAll')} aria-current={current('/shop/viewAll')} className={LINK}>
            <Trans>Shop all</Trans>
          </a>
        </li>
        {categories.map(({ id, handle, name }) => (
          <li key={id}>
            <a href={to(`/shop/${handle}`)} aria-current={current(`/shop/${handle}`)} className={LINK}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
