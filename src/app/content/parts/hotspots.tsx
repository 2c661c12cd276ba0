import { useLingui } from '@lingui/react/macro'

import type { ContentElement } from '#content/document.ts'

import { Price } from '../../product/price.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { usePageSetting, usePartSpace } from '../page-setting.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { WidePicture } from '../part-base/wide-picture.tsx'
import { toPicture } from '../to-picture.ts'
import { elementsOf, textProp } from '../tree/read-nodes.ts'

/** A picture whose pieces are numbered; the numbers lead to them, and so does the list below. */
export function Hotspots({ part }: PartProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { pieces } = usePageSetting().parts
  const picture = toPicture(part.props['picture'], part.props['alt'])
  const spots = [...elementsOf(part.children)].flatMap((spot) => {
    const piece = pieces[textProp(spot, 'handle') ?? '']
    return piece ? { piece, place: placeOf(spot), name: textProp(spot, 'label') ?? piece.title } : []
  })
  const space = usePartSpace()
  if (!picture) return null
  // Its marks have their places on the whole picture only.
  const { tall: _, ...whole } = picture
  const address = (handle: string) => to(`/shop/product/${handle}`)
  return (
    <div className={`page-width ${space}`}>
      <div className="relative">
        <WidePicture picture={whole} frame="aspect-[16/9]" fit="" />
        {spots.map(({ piece, place, name }, index) => (
          <a
            key={piece.handle}
            href={address(piece.handle)}
            aria-label={`${index + 1}. ${name}`}
            title={name}
            className={`group absolute -m-5.5 flex size-11 items-center justify-center rounded-full ${place}`}
          >
            <span className="flex size-7 items-center justify-center rounded-full bg-paper text-xs font-semibold text-ink ring-1 ring-ink/60 transition-transform duration-200 group-hover:scale-110">
              {index + 1}
            </span>
          </a>
        ))}
      </div>
      {spots.length > 0 ? (
        <ol aria-label={t`In this picture`} className="mt-5 grid gap-x-6 gap-y-1 md:grid-cols-3">
          {spots.map(({ piece, name }, index) => (
            <li key={piece.handle} className="flex gap-3 border-t border-line py-3">
              <span aria-hidden className="pt-px text-sm text-gold">
                {index + 1}
              </span>
              <div>
                <a href={address(piece.handle)} className="quiet-link inline-flex min-h-6 items-center font-medium">
                  {name}
                </a>
                {piece.price ? <Price price={piece.price} from={piece.price_varies} /> : null}
              </div>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  )
}

/** Classes, since a page's policy allows no style attribute. */
function placeOf({ props }: ContentElement): string {
  const percent = (value: unknown) => Math.min(Math.max(Math.round(Number(value)) || 0, 0), 100)
  return `spot-x-${percent(props['x'])} spot-y-${percent(props['y'])}`
}
