import type { Image } from '#shared/product/product.ts'

import { ResponsiveImage } from '../../ui/image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Sample } from '../sample.tsx'
import { useGuideMessages } from '../use-guide-messages.ts'
import { IconTable } from './icon-table.tsx'

const SIZES = '(min-width: 64rem) 14rem, 45vw'

export function ImageProcessor({ image }: { image: Image | null }) {
  const { messages: text } = useGuideMessages()
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4">
        {image ? (
          <>
            <Sample name={text.loaded}>
              <ResponsiveImage image={image} sizes={SIZES} />
            </Sample>
            <Sample name={text.placeholder}>
              <span className="relative block aspect-square overflow-hidden bg-frame">
                {image.placeholder ? (
                  <img src={image.placeholder} alt="" className="absolute inset-0 size-full object-cover" />
                ) : null}
              </span>
            </Sample>
          </>
        ) : null}
        <Sample name={text.missing}>
          <span className="block aspect-square bg-frame" />
        </Sample>
        <Sample name={text.skeletons}>
          <span className="block">
            <Skeleton className="aspect-square" />
            <Skeleton className="mt-4 h-7 w-3/4" />
            <Skeleton className="mt-1.5 h-5.5 w-1/2" />
          </span>
        </Sample>
      </div>
      <div>
        <h3 className="mb-6 text-sm font-semibold">{text.icons}</h3>
        <IconTable />
      </div>
    </>
  )
}
