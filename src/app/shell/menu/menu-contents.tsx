import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

import { categoryPath } from '#shared/page/page-paths.ts'

import { CATEGORY_IMAGES, type ShopImage } from '../../listing/category-images.ts'
import { useCategories } from '../../listing/use-categories.ts'
import { savedIn, useSaved } from '../../product/lists/saved-lists.ts'
import { useLocalePath } from '../../routing/page-context.tsx'
import { AccountIcon } from '../../ui/account-icon.tsx'
import { ChevronDownIcon, HeartIcon } from '../../ui/icons.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { LanguageSwitcher } from '../language-switcher.tsx'
import { useCurrentMark } from './shop-navigation.tsx'

const ROW =
  'display flex min-h-14 w-full items-center justify-between gap-4 text-left text-[min(2.25rem,15vw)]/10 md:min-h-16'
const NEWEST = '/shop/viewAll?sort=newest'

export function MenuContents() {
  const { t } = useLingui()
  const to = useLocalePath()
  const tilesId = useId()
  const { pathname, search } = useLocation()
  const current = useCurrentMark()
  const [isOpen, setOpen] = useState(true)
  const isNewest = to(NEWEST) === pathname + search
  return (
    <>
      <nav aria-label={t`Menu`}>
        <ul className="ruled">
          <MenuLink href={to('/')} current={current('/')}>
            <Trans>Home</Trans>
          </MenuLink>
          <li>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={tilesId}
              onClick={() => setOpen(!isOpen)}
              className={`group hover:text-gold ${ROW}`}
            >
              <Trans>Shop</Trans>
              <ChevronDownIcon className="size-6 shrink-0 text-quiet transition-transform duration-200 group-aria-expanded:rotate-180" />
            </button>
            <div id={tilesId} hidden={!isOpen} className="pt-1 pb-6">
              <MenuTiles current={(path) => (isNewest && path === '/shop/viewAll' ? undefined : current(path))} />
            </div>
          </li>
          <MenuLink href={to(NEWEST)} current={isNewest ? 'page' : undefined}>
            <Trans>New in</Trans>
          </MenuLink>
          <MenuLink href={to('/ourStory')} current={current('/ourStory')}>
            <Trans>Our story</Trans>
          </MenuLink>
          <MenuLink href={to('/blogs')} current={current('/blogs')}>
            <Trans>Journal</Trans>
          </MenuLink>
        </ul>
      </nav>
      <HeaderLinks />
    </>
  )
}

/** What the header has no room for. */
function HeaderLinks() {
  const { t } = useLingui()
  const to = useLocalePath()
  const saved = useSaved(() => savedIn('wish_list').length) || ''
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5 xl:hidden">
      <div className="md:hidden">
        <LanguageSwitcher isFull />
      </div>
      <a href={to('/account')} className="inline-flex min-h-11 items-center gap-2.5 hover:text-gold">
        <AccountIcon />
        <Trans>Your account</Trans>
      </a>
      <a href={to('/wishlist')} className="inline-flex min-h-11 items-center gap-2.5 hover:text-gold">
        <HeartIcon />
        {t`Wish list`} {saved}
      </a>
    </div>
  )
}

interface MenuLinkProps {
  href: string
  current: 'page' | 'true' | undefined
  children: ReactNode
}

function MenuLink({ href, current, children }: MenuLinkProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={current}
        className={`underline-offset-8 hover:text-gold aria-[current]:text-gold aria-[current]:underline aria-[current]:decoration-1 ${ROW}`}
      >
        {children}
      </a>
    </li>
  )
}

const EVERYTHING: ShopImage = {
  url: 'hero-ivory-set.webp',
  width: 2880,
  height: 1620,
}

/** The frame shows only the middle of the wide image, so the image must be wider than the frame. */
const SIZES = '(min-width: 64rem) 9rem, (min-width: 48rem) 16vw, 31vw'
const WIDE_SIZES = '(min-width: 64rem) 20rem, (min-width: 48rem) 36vw, 70vw'

interface MenuTilesProps {
  /** Returns `aria-current` for a path without the locale. */
  current: (path: string) => 'page' | 'true' | undefined
}

/** Three tiles in a row, fewer with large text, and a single row on tablets. */
function MenuTiles({ current }: MenuTilesProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const tiles = [
    { path: '/shop/viewAll', name: t`Shop all`, picture: EVERYTHING },
    ...useCategories().map(({ handle, name }) => ({
      path: categoryPath(handle),
      name,
      picture: CATEGORY_IMAGES[handle],
    })),
  ]
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(4rem,28%),1fr))] gap-x-3 gap-y-4 md:max-lg:grid-cols-6 md:gap-x-5">
      {tiles.map(({ path, name, picture: shown }) => (
        <li key={path}>
          <a href={to(path)} aria-current={current(path)} className="group block">
            <span className="block overflow-hidden">
              {shown ? (
                <ResponsiveImage
                  image={{ ...shown, alt: '' }}
                  sizes={shown === EVERYTHING ? WIDE_SIZES : SIZES}
                  frame="aspect-[4/5]"
                  fit={`transition-transform duration-700 ease-out group-hover:scale-[1.025] ${shown.fit ?? ''}`}
                />
              ) : (
                <span className="block aspect-[4/5] bg-frame" />
              )}
            </span>
            <span className="mt-2 inline-block border-b border-transparent text-sm/6 font-medium wrap-anywhere hyphens-auto group-hover:border-ornament group-aria-[current]:border-ink md:text-base/7">
              {name}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
