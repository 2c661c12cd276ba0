import { useLingui } from '@lingui/react/macro'

import { categoryPath } from '#shared/page/page-paths.ts'
import type { Category } from '#shared/product/product.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { ResponsiveImage } from '../ui/image.tsx'
import { CATEGORY_IMAGES } from './category-images.ts'

/** Slightly less than the real width on phones, as for product cards, to save bytes. */
const SIZES = '(min-width: 80rem) 14.5rem, (min-width: 64rem) 18vw, (min-width: 48rem) 30vw, 41vw'

interface CategoryTilesProps {
  categories: readonly Category[]
  heading?: 'h2' | 'h3'
  eager?: boolean
}

export function CategoryTiles({ categories, heading: Heading = 'h3', eager = false }: CategoryTilesProps) {
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <ul
      aria-label={t`Categories`}
      className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-6 md:gap-x-6 lg:grid-cols-5"
    >
      {categories.map(({ id, handle, name }, index) => {
        const shown = CATEGORY_IMAGES[handle]
        // Five tiles do not fill rows of two or three, so the first fills a row, or the last two share one.
        const place =
          index === 0
            ? 'col-span-2 md:col-span-2 lg:col-span-1'
            : index < 3
              ? 'md:col-span-2 lg:col-span-1'
              : 'md:col-span-3 lg:col-span-1'
        const frame =
          index === 0
            ? 'aspect-[5/4] md:aspect-[4/5]'
            : index < 3
              ? 'aspect-[4/5]'
              : 'aspect-[4/5] md:aspect-[5/4] lg:aspect-[4/5]'
        return (
          <li key={id} className={place}>
            <a href={to(categoryPath(handle))} className="group block overflow-hidden">
              {shown ? (
                <ResponsiveImage
                  image={{ ...shown, alt: '' }}
                  sizes={index === 0 ? SIZES.replace('41vw', '92vw') : SIZES}
                  priority={eager && index < 2}
                  frame={frame}
                  fit={`transition-transform duration-700 ease-out group-hover:scale-[1.025] ${shown.fit ?? ''}`}
                />
              ) : (
                <span className={`block bg-frame ${frame}`} />
              )}
              <Heading className="display mt-3 text-xl">{name}</Heading>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
