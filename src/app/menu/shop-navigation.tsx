import { Trans, useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../routing/page-context.tsx'
import { useCategories } from '../shop/use-categories.ts'
import { useCurrentMark } from './use-current-mark.ts'

const LINK =
  'inline-flex min-h-11 items-center border-b border-transparent whitespace-nowrap hover:border-ornament aria-[current]:border-ink'

/** The shelves in a row of the header where there is room; without JavaScript, and so without the menu, everywhere. */
export function ShopNavigation() {
  const to = useLocalePath()
  const { t } = useLingui()
  const categories = useCategories()
  const current = useCurrentMark()
  return (
    <nav
      aria-label={t`Shop by category`}
      className="max-lg:scroll-row max-lg:order-last max-lg:col-span-3 max-lg:-mx-5 max-lg:hidden max-lg:px-5 max-lg:pb-1 md:max-lg:-mx-10 md:max-lg:px-10 lg:mx-auto no-script:max-lg:block"
    >
      <ul className="flex gap-6 text-sm font-medium lg:gap-5 xl:gap-8">
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
