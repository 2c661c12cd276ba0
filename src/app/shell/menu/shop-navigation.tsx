import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useParams } from 'react-router'

import { splitLocalePath } from '#shared/i18n/locale.ts'
import { categoryPath } from '#shared/page/page-paths.ts'

import { useCategories } from '../../listing/use-categories.ts'
import { useLocalePath } from '../../routing/page-context.tsx'

const LINK =
  'inline-flex min-h-11 items-center border-b border-transparent whitespace-nowrap hover:border-ornament aria-[current]:border-ink'

/**
 * The categories in the header, if there is room. Without JavaScript they are always shown, because the menu requires
 * it.
 */
export function ShopNavigation() {
  const to = useLocalePath()
  const { t } = useLingui()
  const categories = useCategories()
  const current = useCurrentMark()
  return (
    <nav
      aria-label={t`Shop by category`}
      className="scroll-row order-last col-span-3 hidden pb-1 lg:order-none lg:mx-auto lg:block lg:pb-0 no-script:block"
    >
      <ul className="flex gap-6 text-sm font-medium lg:gap-5 xl:gap-8">
        <li>
          <a href={to('/shop/viewAll')} aria-current={current('/shop/viewAll')} className={LINK}>
            <Trans>Shop all</Trans>
          </a>
        </li>
        {categories.map(({ id, handle, name }) => (
          <li key={id}>
            <a href={to(categoryPath(handle))} aria-current={current(categoryPath(handle))} className={LINK}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * @returns a function that computes `aria-current` from a link's path without the locale: 'page' on that page, 'true'
 * on a page below it
 */
export function useCurrentMark(): (target: string) => 'page' | 'true' | undefined {
  const { path } = splitLocalePath(useLocation().pathname)
  return (target) => (path === target ? 'page' : path.startsWith(`${target}/`) ? 'true' : undefined)
}

interface CategoryLink {
  href: string
  name: string
  isCurrent: boolean
}

export interface MenuCategories {
  name: string
  /** The link to the whole category, followed by its subcategories. */
  links: CategoryLink[]
}

/** Returns the current category, if it has subcategories. */
export function useMenuCategories(): MenuCategories | undefined {
  const to = useLocalePath()
  const { t } = useLingui()
  const params = useParams()
  const category = useCategories().find(({ handle }) => handle === params.category)
  if (!category || category.children.length === 0) return undefined
  const path = categoryPath(category.handle)
  return {
    name: category.name,
    links: [
      { href: to(path), name: t`All`, isCurrent: params.subCategory === undefined },
      ...category.children.map(({ handle, name }) => ({
        href: to(`${path}/${handle}`),
        name,
        isCurrent: handle === params.subCategory,
      })),
    ],
  }
}
