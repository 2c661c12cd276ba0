import { useLingui } from '@lingui/react/macro'

import { CATEGORY_IMAGES, type ShopImage } from '../../listing/category-images.ts'
import { useCategories } from '../../listing/use-categories.ts'
import { useLocalePath } from '../../routing/page-context.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'

const EVERYTHING: ShopImage = {
  url: 'hero-ivory-set.webp',
  width: 2000,
  height: 1125,
  placeholder:
    'data:image/webp;base64,UklGRkIAAABXRUJQVlA4IDYAAACwAQCdASoQAAkAAwBSJZQCdAEKfJAAAP737zzZjrcCKrs6xwb6yHWdZX4yRW7XPO61d09AAAA=',
}

/** The frame cuts the wide image to its middle, so of it more than the frame's width is needed. */
const SIZES = '(min-width: 80rem) 12rem, (min-width: 48rem) 16vw, 31vw'
const WIDE_SIZES = '(min-width: 80rem) 27rem, (min-width: 48rem) 36vw, 70vw'

interface MenuTilesProps {
  /** What `aria-current` says of a path without its language. */
  current: (path: string) => 'page' | 'true' | undefined
}

/**
 * Everything, then the categories, by their images: three in a row within reach of a thumb, fewer in large letters,
 * all of them where there is room.
 */
export function MenuTiles({ current }: MenuTilesProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const tiles = [
    { path: '/shop/viewAll', name: t`Shop all`, picture: EVERYTHING },
    ...useCategories().map(({ handle, name }) => ({
      path: `/shop/${handle}`,
      name,
      picture: CATEGORY_IMAGES[handle],
    })),
  ]
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(4rem,28%),1fr))] gap-x-3 gap-y-4 md:grid-cols-6 md:gap-x-5">
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
