import { preload } from 'react-dom'

import type { Crop } from '#content/content-image.ts'
import { imageSrcSet, imageUrl } from '#shared/images/image-url.ts'

import type { DescribedImage } from '../to-image.ts'

/** Equals Tailwind's `max-sm:portrait`, in the syntax for older browsers and preloads. */
const TALL = '(max-width: 39.99rem) and (orientation: portrait)'
const WIDE = `not all and ${TALL}`

/** Slightly less than 100vw, for which common phones would fetch the next larger image. */
const TALL_SIZES = '98vw'
/** Below 48rem the frame is narrower than the photograph and crops its sides. */
const WIDE_SIZES = '(min-width: 48rem) 100vw, 164vw'

const FALLBACK_WIDTH = 768

interface WideImageProps {
  picture: DescribedImage
  /** The LCP element is preloaded with high priority. */
  priority?: boolean
  /** Classes, including the height. */
  frame: string
  fit: string
}

/** Phones in portrait orientation show the portrait crop, other devices the landscape crop. */
export function WideImage({ picture: wide, priority = false, frame, fit }: WideImageProps) {
  const { tall } = wide
  if (priority) {
    if (tall) preloadCrop(tall, TALL_SIZES, TALL)
    preloadCrop(wide, WIDE_SIZES, tall ? WIDE : undefined)
  }
  const cover = `absolute inset-0 size-full object-cover ${fit}`
  return (
    <span className={`relative block overflow-hidden ${frame}`}>
      <picture>
        {tall ? (
          <source
            media={TALL}
            srcSet={imageSrcSet(tall.url, tall.width)}
            sizes={TALL_SIZES}
            width={tall.width}
            height={tall.height}
          />
        ) : null}
        <img
          className={cover}
          src={imageUrl(wide.url, FALLBACK_WIDTH)}
          srcSet={imageSrcSet(wide.url, wide.width)}
          sizes={WIDE_SIZES}
          width={wide.width}
          height={wide.height}
          alt={wide.alt}
          loading={priority ? 'eager' : 'lazy'}
          decoding="async"
          {...(priority ? { fetchPriority: 'high' as const } : {})}
        />
      </picture>
    </span>
  )
}

function preloadCrop({ url, width }: Crop, imageSizes: string, media: string | undefined): void {
  preload(imageUrl(url, FALLBACK_WIDTH), {
    as: 'image',
    imageSrcSet: imageSrcSet(url, width),
    imageSizes,
    media,
    fetchPriority: 'high',
  })
}
