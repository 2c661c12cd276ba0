import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type MouseEvent } from 'react'

import type { Image } from '#shared/api/product.ts'

import { Picture } from '../ui/picture.tsx'

const SIZES = '(min-width: 80rem) 41rem, (min-width: 64rem) 54vw, (min-width: 48rem) 46vw, 100vw'

interface GalleryProps {
  /** Name of the piece. */
  title: string
  images: readonly Image[]
}

/** The pictures of a piece as a strip that snaps: swipe, arrow keys or thumbnails, with or without JavaScript. */
export function Gallery({ title, images }: GalleryProps) {
  const { t } = useLingui()
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const many = images.length > 1

  function show(event: MouseEvent, index: number) {
    if (!strip.current) return
    event.preventDefault()
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    strip.current.scrollTo({ left: strip.current.clientWidth * index, behavior: calm ? 'auto' : 'smooth' })
  }

  return (
    <div className="flex flex-col gap-4">
      <ul
        ref={strip}
        aria-label={t`Pictures of ${title}`}
        // A region that scrolls has to be reachable by keyboard.
        {...(many ? { tabIndex: 0 } : {})}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setCurrent(Math.round(scrollLeft / clientWidth))}
        className="scroll-row flex snap-x snap-mandatory"
      >
        {images.map((image, index) => (
          <li key={image.id} id={`view-${index + 1}`} className="w-full shrink-0 snap-center scroll-mt-24">
            <Picture image={image} sizes={SIZES} priority={index === 0} />
          </li>
        ))}
      </ul>
      {many ? (
        <ul className="flex gap-3 px-5 md:px-0">
          {images.map((image, index) => (
            <li key={image.id}>
              <a
                href={`#view-${index + 1}`}
                aria-label={t`Picture ${index + 1} of ${images.length}`}
                aria-current={index === current}
                onClick={(event) => show(event, index)}
                className="block w-18 border-b-2 border-transparent pb-1.5 opacity-70 transition-opacity duration-200 hover:opacity-100 aria-[current=true]:border-ornament aria-[current=true]:opacity-100"
              >
                <Picture image={{ ...image, alt: '' }} sizes="4.5rem" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
