import { Trans } from '@lingui/react/macro'
import { useId } from 'react'

import type { ShownCard } from '#shared/product/shown-card.ts'

import { Price } from '../../product/price.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { ArrowRightIcon } from '../../ui/icons.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { searchPath } from '../search-path.ts'
import { recentSearches } from '../use-recent-searches.ts'

interface FoundProductsProps {
  products: readonly ShownCard[]
  query: string
}

/** The first products that a search would find, by their images, and the way to all of them. */
export function FoundProducts({ products, query }: FoundProductsProps) {
  const to = useLocalePath()
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="label-caps text-gold">
        <Trans>Pieces</Trans>
      </h2>
      <ul className="mt-2">
        {products.map((product) => (
          <li
            key={product.id}
            className="group relative flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3"
          >
            <div className="w-18 shrink-0">
              {product.thumbnail ? (
                <ResponsiveImage image={{ ...product.thumbnail, alt: '' }} sizes="4.5rem" />
              ) : (
                <span className="block aspect-square bg-frame" />
              )}
            </div>
            <div className="min-w-0 grow basis-32">
              <a
                href={to(`/shop/product/${product.handle}`)}
                className="display block text-xl/6 group-hover:text-gold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink"
              >
                {product.title}
              </a>
              <div className="mt-1">
                {product.price ? <Price price={product.price} from={product.price_varies} /> : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <a
        href={to(searchPath(query))}
        onClick={() => recentSearches.add(query)}
        className="group mt-2 inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:text-gold"
      >
        <span className="min-w-0 break-words">
          <Trans>Everything for “{query}”</Trans>
        </span>
        <ArrowRightIcon className="size-4 shrink-0 transition-transform duration-200 group-hover:translate-x-1" />
      </a>
    </section>
  )
}
