import { Trans, useLingui } from '@lingui/react/macro'
import type { SyntheticEvent } from 'react'
import { useLocation, useParams } from 'react-router'

import { splitLocalePath } from '#shared/i18n/locale.ts'
import { categoryPath } from '#shared/page/page-paths.ts'

import { useCategories } from '../../listing/use-categories.ts'
import { useLocalePath } from '../../routing/page-context.tsx'
import { ServerOnly } from '../../ui/server-only.tsx'

const MegaContents = import.meta.env.SSR ? (await import('./mega-contents.tsx')).MegaContents : undefined

const LINK =
  'inline-flex min-h-11 items-center border-b border-transparent whitespace-nowrap hover:border-ornament aria-[current]:border-ink'

/** Without JavaScript the categories are always shown, because the menu requires it. */
export function ShopNavigation() {
  const to = useLocalePath()
  const { t } = useLingui()
  const categories = useCategories()
  const current = useCurrentMark()
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- prepares what the links inside do
    <nav
      aria-label={t`Shop by category`}
      onPointerEnter={(event) => {
        followMegaMenu(event)
        closeUnderPointer(event.currentTarget)
        enteredAt = event.timeStamp
      }}
      onPointerMove={openUnderPointer}
      onPointerLeave={({ currentTarget }) => delete currentTarget.dataset['hover']}
      onClick={({ currentTarget }) => closeUnderPointer(currentTarget)}
      onFocus={followMegaMenu}
      className="scroll-row order-last col-span-3 hidden pb-1 lg:order-none lg:mx-auto lg:block lg:overflow-visible lg:pb-0 no-script:block"
    >
      <ul className="flex gap-6 text-sm font-medium lg:gap-5 xl:gap-3">
        <li className="mega-item xl:mr-3">
          <a href={to('/shop/viewAll')} aria-current={current('/shop/viewAll')} className={LINK}>
            <Trans>Shop all</Trans>
          </a>
        </li>
        {categories.map((category) => (
          <li key={category.id} className="mega-item">
            <a
              href={to(categoryPath(category.handle))}
              aria-current={current(categoryPath(category.handle))}
              className={LINK}
            >
              {category.name}
            </a>
            <ServerOnly id={`mega-${category.handle}`} className="mega">
              {MegaContents ? <MegaContents category={category} /> : null}
            </ServerOnly>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The category on which the pointer rests. Its panel stays closed. */
let resting: Element | null | undefined
let enteredAt = 0

/** Closes the panel under the pointer until the pointer is on another category, or leaves. */
function closeUnderPointer(nav: HTMLElement) {
  resting = nav.querySelector('.mega-item:hover')
  delete nav.dataset['hover']
}

/**
 * A page may also open under a resting pointer, and the panel would cover it: a pointer that has moved here enters and
 * moves at the same time.
 */
function openUnderPointer({ currentTarget, target, timeStamp }: SyntheticEvent<HTMLElement>) {
  if (timeStamp !== enteredAt && resting && resting === (target as Element).closest('.mega-item')) return
  resting = undefined
  currentTarget.dataset['hover'] = ''
}

/** Without this, the menu opens on hover and by its buttons. */
function followMegaMenu({ currentTarget }: SyntheticEvent<HTMLElement>) {
  void import('./follow-mega-menu.ts').then((module) => module.followMegaMenu(currentTarget, closeUnderPointer))
}

/** @returns the `aria-current` of a path without the locale: 'page' on that page, 'true' on a page below it */
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
  /** The whole category first, then its subcategories. */
  links: CategoryLink[]
}

/** Undefined for a category without subcategories. */
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
