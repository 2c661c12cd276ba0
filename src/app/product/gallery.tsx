import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, useTransition, type ComponentProps, type MouseEvent } from 'react'

import { imageUrl } from '#shared/images/image-url.ts'
import type { Image } from '#shared/product/product.ts'
import type { Choice } from '#shared/product/variant-choice.ts'

import { withMessages } from '../i18n/load-i18n.ts'
import { useHydrated } from '../ui/hydration-mark.tsx'
import { PlayIcon, ZoomIcon } from '../ui/icons.tsx'
import { ResponsiveImage } from '../ui/image.tsx'
import { mayMove } from '../ui/may-move.ts'
import { Film } from './film.tsx'
import type { ZoomDialog } from './on-demand/zoom-dialog.tsx'
import { canShowModel } from './viewer/can-show-model.ts'
import type { ModelViewer } from './viewer/model-viewer.tsx'

/** Slightly less than the full width, for which common phones would fetch the next larger image. */
const SIZES = '(min-width: 80rem) 41rem, (min-width: 64rem) 54vw, (min-width: 48rem) 46vw, 98vw'

/** In a window lower than the gallery, its end sticks to the end of the window, so that no button stays out of sight. */
const PLACE = 'lg:sticky lg:top-[min(6.5rem,calc(100svh-40rem))] xl:top-[min(6.5rem,calc(100svh-49rem))]'

/** A width in pixels that covers every photograph at full size. No photograph is enlarged. */
const LARGEST = 2048

const loadViewer = () => withMessages(import('./viewer/model-viewer.tsx'), 'product')
const loadZoom = () => import('./on-demand/zoom-dialog.tsx')
const preloadZoom = () => void loadZoom().catch(() => undefined)

interface GalleryProps {
  title: string
  /** The images of the chosen metal. There must be at least one. */
  images: readonly Image[]
  /** The film of the chosen metal in several formats. It is the second view. */
  film?: readonly string[] | undefined
  /** The names or URLs of the models: the first is for the viewer. */
  models: readonly string[]
  choice: Choice
}

interface Zoomed {
  Dialog: typeof ZoomDialog
  index: number
  /** Where the shopper points, from 0 to 1 of the image's width and height. */
  at?: { x: number; y: number } | undefined
}

/** A scroll-snap strip, with or without JavaScript. After hydration, an image's link opens the zoom dialog. */
export function Gallery({ title, images, film, models, choice }: GalleryProps) {
  const { t } = useLingui()
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState<Zoomed>()
  const [isOpening, startOpening] = useTransition()
  const isHydrated = useHydrated()
  const [isViewerBroken, setViewerBroken] = useState(false)
  const [viewer, setViewer] = useState<{ View: typeof ModelViewer }>()
  const [first, ...others] = images
  if (!first) return null
  const views = [first, ...(film ? ['film' as const] : []), ...others]
  const many = views.length > 1
  const isFilm = views[current] === 'film'

  function show(index: number, behavior: ScrollBehavior) {
    strip.current?.scrollTo({ left: strip.current.clientWidth * index, behavior })
  }

  function showFromThumbnail(event: MouseEvent, index: number) {
    event.preventDefault()
    show(index, mayMove() ? 'smooth' : 'auto')
  }

  function zoom(event: MouseEvent, image: Image, at?: Zoomed['at']) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    startOpening(async () => {
      try {
        const { ZoomDialog: Dialog } = await loadZoom()
        setZoomed({ Dialog, index: images.indexOf(image), at })
      } catch {
        // As a fallback, the image itself is opened.
        location.assign(imageUrl(image.url, LARGEST))
      }
    })
  }

  function openViewer() {
    startOpening(async () => {
      const module = await loadViewer().catch(() => undefined)
      if (module) setViewer({ View: module.ModelViewer })
      else setViewerBroken(true)
    })
  }

  if (viewer)
    return (
      <div className={PLACE}>
        <viewer.View
          title={title}
          files={models}
          metal={choice['metal']}
          size={choice['size']}
          still={<ResponsiveImage image={first} sizes={SIZES} />}
          onClose={() => setViewer(undefined)}
        />
      </div>
    )

  return (
    <div className={`flex flex-col gap-4 ${PLACE}`} onPointerEnter={preloadZoom} onFocus={preloadZoom}>
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
          {views.map((view, index) => (
            // Keyed by its place: another metal is shown in the same view.
            <li key={index} id={`view-${index + 1}`} className="w-full shrink-0 snap-center scroll-mt-24">
              {view === 'film' ? (
                // Another film needs another element: a browser does not read changed sources.
                <Film
                  key={film?.join(' ')}
                  title={title}
                  files={film ?? []}
                  poster={first}
                  isShown={index === current}
                />
              ) : (
                <a
                  href={imageUrl(view.url, LARGEST)}
                  // Keyboard users use the button below for all images instead.
                  {...(isHydrated ? { tabIndex: -1 } : {})}
                  onClick={(event) => zoom(event, view, placeOf(event))}
                  className="block cursor-zoom-in -outline-offset-4"
                >
                  <FadingImage image={view} sizes={SIZES} priority={index === 0} />
                </a>
              )}
            </li>
          ))}
        </ul>
        {isHydrated && !isFilm ? (
          <button
            type="button"
            aria-label={t`Zoom`}
            aria-haspopup="dialog"
            aria-busy={isOpening || undefined}
            onClick={(event) => {
              const view = views[current]
              zoom(event, view === undefined || view === 'film' ? first : view)
            }}
            className="absolute right-4 bottom-4 image-button aria-busy:cursor-progress aria-busy:text-quiet"
          >
            <ZoomIcon />
          </button>
        ) : null}
        {models.length > 0 && isHydrated && !isViewerBroken && canShowModel() ? (
          <button
            type="button"
            aria-busy={isOpening || undefined}
            onClick={openViewer}
            className="absolute bottom-4 left-4 min-h-11 rounded-full bg-paper/90 px-4 text-sm font-medium text-ink transition-colors duration-200 hover:bg-ink hover:text-paper aria-busy:cursor-progress"
          >
            <Trans>Turn it</Trans>
          </button>
        ) : null}
      </div>
      {many ? (
        <ul className="flex flex-wrap gap-3 px-5 md:px-0">
          {views.map((view, index) => (
            <li key={index}>
              <a
                href={`#view-${index + 1}`}
                aria-label={
                  view === 'film'
                    ? t`Film, ${index + 1} of ${views.length}`
                    : t`Picture ${index + 1} of ${views.length}`
                }
                aria-current={index === current}
                onClick={(event) => showFromThumbnail(event, index)}
                className="relative block w-18 border-b-2 border-transparent pb-1.5 opacity-70 transition-opacity duration-200 hover:opacity-100 aria-[current=true]:border-ornament aria-[current=true]:opacity-100"
              >
                <ResponsiveImage image={{ ...(view === 'film' ? first : view), alt: '' }} sizes="4.5rem" />
                {view === 'film' ? (
                  <span className="absolute inset-0 bottom-1.5 m-auto flex size-7 items-center justify-center rounded-full bg-paper/90">
                    <PlayIcon className="size-4" />
                  </span>
                ) : null}
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
          at={zoomed.at}
          onClose={(index) => {
            setZoomed(undefined)
            show(views.indexOf(images[index] ?? first), 'instant')
          }}
        />
      ) : null}
    </div>
  )
}

/** Another image, as of another metal, replaces the one before once it is loaded, which then fades out. */
function FadingImage(props: ComponentProps<typeof ResponsiveImage>) {
  const { image } = props
  const [{ shown, before, isLoaded }, setState] = useState<{
    shown: typeof image
    before?: typeof image
    isLoaded: boolean
  }>({
    shown: image,
    isLoaded: true,
  })
  if (shown.url !== image.url) setState({ shown: image, before: shown, isLoaded: false })
  return (
    <span className="relative block">
      <ResponsiveImage {...props} onLoad={() => setState((state) => ({ ...state, isLoaded: true }))} />
      {before ? (
        <span
          data-gone={isLoaded}
          onTransitionEnd={() => setState({ shown, isLoaded })}
          className="absolute inset-0 transition-opacity duration-160 data-[gone=true]:opacity-0 motion-reduce:transition-none"
        >
          <ResponsiveImage {...props} image={{ ...before, alt: '' }} priority={false} />
        </span>
      ) : null}
    </span>
  )
}

/** Undefined for a click from the keyboard. */
function placeOf({ detail, clientX, clientY, currentTarget }: MouseEvent): Zoomed['at'] {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return detail === 0 ? undefined : { x: (clientX - left) / width, y: (clientY - top) / height }
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
