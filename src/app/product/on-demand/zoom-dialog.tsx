import { useLingui } from '@lingui/react/macro'
import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, useEffect } from 'react'

import { imageUrl } from '#shared/images/image-url.ts'
import type { Image } from '#shared/product/product.ts'

import { ArrowLeftIcon, ArrowRightIcon, CloseIcon, MinusIcon, PlusIcon } from '../../ui/icons.tsx'
import { openModal } from '../../ui/overlays/modal-dialog.ts'
import { type PanZoom, createPanZoom, type PanZoomOptions } from './pan-zoom.ts'

interface ZoomDialogProps {
  title: string
  images: readonly Image[]
  start: number
  /** Where the shopper pointed at the first image, from 0 to 1 of its sides: it opens enlarged there. */
  at: { x: number; y: number } | undefined
  /** `index` is that of the image that was shown last. */
  onClose: (index: number) => void
}

const STEP = 96
const DIRECTIONS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ROUND = 'image-button aria-disabled:bg-transparent aria-disabled:text-quiet aria-disabled:opacity-50'

export function ZoomDialog({ title, images, start, at, onClose }: ZoomDialogProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const controls = useRef<PanZoom>(undefined)
  const [index, setIndex] = useState(start)
  const [isLarge, setLarge] = useState(false)
  const [hasMoved, setMoved] = useState(false)
  const askToClose = useEffectEvent(() => onClose(index))
  const image = images[index]

  function go(step: number) {
    if (!images[index + step]) return
    setIndex(index + step)
    setMoved(true)
    setLarge(false)
  }

  // Closes the dialog before it leaves the document. Otherwise the browser does not restore the focus.
  useLayoutEffect(() => (dialog.current ? openModal(dialog.current, () => askToClose()) : undefined), [])

  function moveByKey(event: KeyboardEvent) {
    const [x, y] = DIRECTIONS[event.key] ?? []
    if (x === undefined || y === undefined) return
    event.preventDefault()
    if (isLarge) controls.current?.move(x * STEP, y * STEP)
    else if (x !== 0) go(x)
  }

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onKeyDown={moveByKey}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-paper p-0 text-ink backdrop:bg-paper"
    >
      <button
        type="button"
        aria-label={t`Close`}
        onClick={() => onClose(index)}
        className={`absolute top-4 right-4 z-10 ${ROUND}`}
      >
        <CloseIcon />
      </button>
      {image ? (
        <ZoomImage
          key={image.id}
          image={image}
          isLarge={isLarge}
          at={hasMoved ? undefined : at}
          onReady={(panZoom) => (controls.current = panZoom)}
          onSwipe={go}
          onChange={setLarge}
        />
      ) : null}
      <div className="absolute inset-x-0 bottom-[calc(1rem+var(--covered,0px))] flex items-center justify-center gap-3">
        {images.length > 1 ? (
          <button
            type="button"
            aria-label={t`Previous picture`}
            aria-disabled={index === 0}
            onClick={() => go(-1)}
            className={ROUND}
          >
            <ArrowLeftIcon />
          </button>
        ) : null}
        <button
          type="button"
          aria-label={isLarge ? t`Show the full image` : t`Enlarge`}
          onClick={() => controls.current?.toggle()}
          className={ROUND}
        >
          {isLarge ? <MinusIcon /> : <PlusIcon />}
        </button>
        {images.length > 1 ? (
          <button
            type="button"
            aria-label={t`Next picture`}
            aria-disabled={index === images.length - 1}
            onClick={() => go(1)}
            className={ROUND}
          >
            <ArrowRightIcon />
          </button>
        ) : null}
      </div>
      {images.length > 1 ? (
        <p aria-live="polite" className="absolute top-4 left-4 rounded-full bg-paper/90 px-4 py-2.5 text-sm text-quiet">
          {t`Picture ${index + 1} of ${images.length}`}
        </p>
      ) : null}
    </dialog>
  )
}

interface ZoomImageProps extends PanZoomOptions {
  image: Image
  isLarge: boolean
  at: ZoomDialogProps['at']
  /** Receives the controls for zoom and pan. */
  onReady: (controls: PanZoom) => void
}

/** A width in pixels that covers every photograph at full size. No photograph is enlarged. */
const LARGEST = 2048
const TWICE = 2
const COVER = 'absolute inset-0 size-full object-contain'

function ZoomImage({ image, isLarge, at, onReady, onSwipe, onChange }: ZoomImageProps) {
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
    if (at) panZoom.enlarge(TWICE, at)
    return panZoom.stop
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the first render counts
  }, [])

  return (
    <div
      ref={container}
      className={`scroll-row size-full touch-none overflow-y-auto select-none ${isLarge ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
    >
      <div className="relative size-[calc(var(--zoom,1)*100%)]">
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
