import { imageSrcSet, imageUrl } from '#shared/images/image-url.ts'

import { toImage } from '../to-image.ts'

const SIZES = '(min-width: 48rem) 42rem, 87vw'
const FALLBACK_WIDTH = 768

/** A photograph among words, as tall as it is: nothing of it is cut. */
export function TextImage({ image }: { image: Record<string, unknown> }) {
  const shown = toImage(image)
  if (!shown) return null
  const { url, width, height, placeholder, alt } = shown
  return (
    <span className="relative block overflow-hidden bg-frame">
      {placeholder ? (
        <img
          className="absolute inset-0 size-full object-cover"
          src={placeholder}
          alt=""
          aria-hidden
          decoding="async"
        />
      ) : null}
      <img
        className="relative h-auto w-full"
        src={imageUrl(url, FALLBACK_WIDTH)}
        srcSet={imageSrcSet(url, width)}
        sizes={SIZES}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}
