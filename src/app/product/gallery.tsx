import { useLingui } from '@lingui/react/macro'
import { useRef, useState, useTransition, type MouseEvent } from 'react'

import { imageUrl } from '#shared/images/image-url.ts'
import type { Image } from '#shared/product/product.ts'

import { useHydrated } from '../ui/hydration-mark.tsx'
import { ZoomIcon } from '../ui/icons.tsx'
import { ResponsiveImage } from '../ui/image.tsx'
import type { ZoomDialog } from './on-demand/zoom-dialog.tsx'

/** Slightly less than the full width, for which common phones would fetch the next larger image. */
const SIZES = '(min-width: 80rem) 41rem, (min-width: 64rem) 54vw, (min-width: 48rem) 46vw, 98vw'

/** A width in pixels that covers every photograph at full size. No photograph is enlarged. */
const LARGEST = 2048

const loadZoom = () => import('./on-demand/zoom-dialog.tsx')
const preloadZoom = () => void loadZoom().catch(() => undefined)

interface GalleryProps {
  title: string
  /** The images. There must be at least one. */
  images: readonly Image[]
}

/** A scroll-snap strip, with or without JavaScript. After hydration, an image's link opens the zoom dialog. */
export function Gallery({ title, images }: GalleryProps) {
  const { t } = useLingui()
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState<{ Dialog: typeof ZoomDialog; index: number }>()
  const [isOpening, startOpening] = useTransition()
  const isHydrated = useHydrated()
  const many = images.length > 1

  function show(index: number, behavior: ScrollBehavior) {
    strip.current?.scrollTo({ left: strip.current.clientWidth * index, behavior })
  }

  function showFromThumbnail(event: MouseEvent, index: number) {
    event.preventDefault()
    show(index, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth')
  }

  function zoom(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    startOpening(async () => {
      try {
        const { ZoomDialog: Dialog } = await loadZoom()
        setZoomed({ Dialog, index })
      } catch {
        // As a fallback, the image itself is opened.
        location.assign(imageUrl(images[index]?.url ?? '', LARGEST))
      }
    })
  }

  return (
    <div
      // In a window lower than the gallery, its end sticks to the end of the window, so that no button stays out of sight.
      className="flex flex-col gap-4 lg:sticky lg:top-[min(6.5rem,calc(100svh-40rem))] xl:top-[min(6.5rem,calc(100svh-49rem))]"
      onPointerEnter={preloadZoom}
      onFocus={preloadZoom}
    >
      <div className="relative outline-offset-3 outline-ink has-[ul:focus-visible]:outline-2">
        <ul
          ref={strip}
          aria-label={t`Pictures of ${title}`}
          // A scrollable region must be reachable by keyboard.
          {...(many ? { tabIndex: 0 } : {})}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.round(scrollLeft / clientWidth))
          }
          className="scroll-row flex snap-x snap-mandatory outline-none"
        >
          {images.map((image, index) => (
            <li key={image.id} id={`view-${index + 1}`} className="w-full shrink-0 snap-center scroll-mt-24">
              <a
                href={imageUrl(image.url, LARGEST)}
                // Keyboard users use the button below for all images instead.
                {...(isHydrated ? { tabIndex: -1 } : {})}
                onClick={(event) => zoom(event, index)}
                className="block cursor-zoom-in -outline-offset-4"
              >
                <ResponsiveImage image={image} sizes={SIZES} priority={index === 0} />
              </a>
            </li>
          ))}
        </ul>
        {isHydrated ? (
          <button
            type="button"
            aria-label={t`Zoom`}
            aria-haspopup="dialog"
            aria-busy={isOpening || undefined}
            onClick={(event) => zoom(event, current)}
            className="absolute right-4 bottom-4 image-button aria-busy:cursor-progress aria-busy:text-quiet"
          >
            <ZoomIcon />
          </button>
        ) : null}
      </div>
      {many ? (
        <ul className="flex flex-wrap gap-3 px-5 md:px-0">
          {images.map((image, index) => (
            <li key={image.id}>
              <a
                href={`#view-${index + 1}`}
                aria-label={t`Picture ${index + 1} of ${images.length}`}
                aria-current={index === current}
                onClick={(event) => showFromThumbnail(event, index)}
                className="block w-18 border-b-2 border-transparent pb-1.5 opacity-70 transition-opacity duration-200 hover:opacity-100 aria-[current=true]:border-ornament aria-[current=true]:opacity-100"
              >
                <ResponsiveImage image={{ ...image, alt: '' }} sizes="4.5rem" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {zoomed ? (
        <zoomed.Dialog
          title={title}
          images={images}
          start={zoomed.index}
          onClose={(index) => {
            setZoomed(undefined)
            show(index, 'instant')
          }}
        />
      ) : null}
    </div>
  )
}

export function NoImages({ title }: { title: string }) {
  return (
    <p
      aria-hidden
      className="display flex aspect-square items-center justify-center self-start bg-frame p-10 text-center text-2xl text-quiet"
    >
      {title}
    </p>
  )
}
