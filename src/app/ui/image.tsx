import { preload } from 'react-dom'

import { imageSrcSet, imageUrl, imageWidths } from '#shared/images/image-url.ts'
import type { Image } from '#shared/product/product.ts'

interface ImageProps {
  image: Pick<Image, 'url' | 'alt' | 'width' | 'height'>
  /** In the syntax of the `sizes` attribute. */
  sizes: string
  /** For at most one or two images per page, which are fetched with high priority. */
  priority?: boolean
  /** Classes, mainly an aspect ratio (`aspect-square`). */
  frame?: string
  /** Classes, such as an `object-position` (`object-right`). */
  fit?: string
  onLoad?: () => void
}

const FALLBACK_WIDTH = 768

/** The frame has its final size before the image loads. */
export function ResponsiveImage({
  image,
  sizes,
  priority = false,
  frame = 'aspect-square',
  fit = '',
  onLoad,
}: ImageProps) {
  const { url, alt, width, height } = image
  const src = imageUrl(url, imageWidths(width).findLast((size) => size <= FALLBACK_WIDTH) ?? FALLBACK_WIDTH)
  const srcSet = imageSrcSet(url, width)
  if (priority) preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' })
  return (
    <span className={`picture ${frame}`}>
      <img
        className={`absolute inset-0 size-full object-cover ${fit}`}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        decoding="async"
        onLoad={onLoad}
        {...(priority ? { fetchPriority: 'high' as const } : {})}
      />
    </span>
  )
}
