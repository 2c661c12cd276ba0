import { useLingui } from '@lingui/react/macro'

import type { ContentElement } from '#content/document.ts'
import { productPath } from '#shared/page/page-paths.ts'

import { Price } from '../../product/price.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { usePageSetting, usePartSpace } from '../page-setting.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { WideImage } from '../part-base/wide-image.tsx'
import { toImage } from '../to-image.ts'
import { elementsOf, textProp } from '../tree/read-nodes.ts'

/** The numbered links in the image are also in the list below. */
export function Hotspots({ part }: PartProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { products } = usePageSetting().parts
  const image = toImage(part.props['picture'], part.props['alt'])
  const spots = [...elementsOf(part.children)].flatMap((spot) => {
    const product = products[textProp(spot, 'handle') ?? '']
    return product ? { product, position: positionOf(spot), name: textProp(spot, 'label') ?? product.title } : []
  })
  const space = usePartSpace()
  if (!image) return null
  // Positions are relative to the full image, so the portrait crop is not used.
  const { tall: _, ...whole } = image
  const address = (handle: string) => to(productPath(handle))
  return (
    <div className={`page-width ${space}`}>
      <div className="relative">
        <WideImage picture={whole} frame="aspect-[16/9]" fit="" />
        {spots.map(({ product, position, name }, index) => (
          <a
            key={product.handle}
            href={address(product.handle)}
            aria-label={`${index + 1}. ${name}`}
            title={name}
            className={`group absolute -m-5.5 flex size-11 items-center justify-center rounded-full ${position}`}
          >
            <span className="flex size-7 items-center justify-center rounded-full bg-paper text-xs font-semibold text-ink ring-1 ring-ink/60 transition-transform duration-200 group-hover:scale-110">
              {index + 1}
            </span>
          </a>
        ))}
      </div>
      {spots.length > 0 ? (
        <ol aria-label={t`In this picture`} className="mt-5 grid gap-x-6 gap-y-1 md:grid-cols-3">
          {spots.map(({ product, name }, index) => (
            <li key={product.handle} className="flex gap-3 border-t border-line py-3">
              <span aria-hidden className="pt-px text-sm text-gold">
                {index + 1}
              </span>
              <div>
                <a href={address(product.handle)} className="quiet-link inline-flex min-h-6 items-center font-medium">
                  {name}
                </a>
                {product.price ? <Price price={product.price} from={product.price_varies} /> : null}
              </div>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  )
}

/** Classes, because the Content-Security-Policy forbids style attributes. */
function positionOf({ props }: ContentElement): string {
  const percent = (value: unknown) => Math.min(Math.max(Math.round(Number(value)) || 0, 0), 100)
  return `spot-x-${percent(props['x'])} spot-y-${percent(props['y'])}`
}
