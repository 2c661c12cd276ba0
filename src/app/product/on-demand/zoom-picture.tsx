import { useEffect, useEffectEvent, useRef } from 'react'

import type { Image } from '#shared/api/product.ts'
import { imageUrl } from '#shared/images/image-url.ts'

import { createPanZoom, type PanZoom, type PanZoomOptions } from './pan-zoom.ts'

interface ZoomPictureProps extends PanZoomOptions {
  image: Image
  isLarge: boolean
  /** Is given what enlarges and moves the picture from outside. */
  onReady: (controls: PanZoom) => void
}

/** The whole of any photograph: none is enlarged. */
const LARGEST = 2048
const COVER = 'absolute inset-0 size-full object-contain'

/** One picture as large as the screen lets it, or larger. */
export function ZoomPicture({ image, isLarge, onReady, onSwipe, onChange }: ZoomPictureProps) {
  const room = useRef<HTMLDivElement>(null)
  const ready = useEffectEvent(onReady)
  const swiped = useEffectEvent(onSwipe)
  const changed = useEffectEvent(onChange)

  useEffect(() => {
    if (!room.current) return undefined
    const panZoom = createPanZoom(room.current, {
      onSwipe: (step) => swiped(step),
      onChange: (large) => changed(large),
    })
    ready(panZoom)
    return panZoom.stop
  }, [])

  return (
    <div
      ref={room}
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
