import { useEffect, useEffectEvent, useRef } from 'react'

import { imageUrl } from '#shared/images/image-url.ts'
import type { Image } from '#shared/product/product.ts'

import { createPanZoom, type PanZoom, type PanZoomOptions } from './pan-zoom.ts'

interface ZoomImageProps extends PanZoomOptions {
  image: Image
  isLarge: boolean
  /** True where the page has shown it as large already: then a touch screen opens it at twice the size. */
  wasShown: boolean
  /** Is given what enlarges and moves the image from outside. */
  onReady: (controls: PanZoom) => void
}

/** The whole of any photograph: none is enlarged. */
const LARGEST = 2048
const TWICE = 2
const COVER = 'absolute inset-0 size-full object-contain'

/** One image as large as the screen lets it, or larger. */
export function ZoomImage({ image, isLarge, wasShown, onReady, onSwipe, onChange }: ZoomImageProps) {
  const container = useRef<HTMLDivElement>(null)
  const ready = useEffectEvent(onReady)
  const swiped = useEffectEvent(onSwipe)
  const changed = useEffectEvent(onChange)

  useEffect(() => {
    if (!container.current) return undefined
    const panZoom = createPanZoom(container.current, {
      onSwipe: (step) => swiped(step),
      onChange: (large) => changed(large),
    })
    ready(panZoom)
    if (wasShown && matchMedia('(pointer: coarse)').matches) panZoom.enlarge(TWICE)
    return panZoom.stop
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what was shown before, was so at first
  }, [])

  return (
    <div
      ref={container}
      className={`scroll-row size-full touch-none overflow-y-auto select-none ${isLarge ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
    >
      <div className="relative size-[calc(var(--zoom,1)*100%)]">
        {image.placeholder ? <img src={image.placeholder} alt="" draggable={false} className={COVER} /> : null}
        <img
          src={imageUrl(image.url, LARGEST)}
          width={image.width}
          height={image.height}
          alt={image.alt}
          draggable={false}
          className={COVER}
        />
      </div>
    </div>
  )
}
