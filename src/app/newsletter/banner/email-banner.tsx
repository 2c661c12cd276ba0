import { Trans } from '@lingui/react/macro'
import { useId, useEffect, useRef, useState, type RefObject } from 'react'

import { ResponsiveImage } from '../../ui/image.tsx'
import { BannerForms, type BannerFormsProps } from './banner-forms.tsx'

interface EmailBannerProps extends BannerFormsProps {
  /** The images slide in from the left and from the right. */
  pictures?: readonly [DecorImage, DecorImage]
  heading?: 'h1' | 'h2'
  className?: string
}

export function EmailBanner({ pictures: images, heading: Heading = 'h2', className = '', ...forms }: EmailBannerProps) {
  const id = useId()
  const { ref, isIn } = useSlideIn()
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      data-in={isIn || undefined}
      className={`group/banner @container relative overflow-clip bg-frame ${className}`}
    >
      <div className="relative mx-auto max-w-md px-5 pt-14 pb-10 md:pt-20 md:pb-14">
        <Heading id={id} className="display mb-6 text-center text-3xl md:text-4xl">
          <Trans>The Inner Circle</Trans>
        </Heading>
        {/* The hidden form keeps its space only beside images, which would move; elsewhere the space would be empty. */}
        <BannerForms {...forms} hiddenClass={images ? 'invisible @max-[60rem]:hidden' : 'hidden'} />
      </div>
      {images ? (
        <div className="pointer-events-none grid grid-cols-2 @min-[60rem]:absolute @min-[60rem]:inset-0 @min-[60rem]:grid-cols-[1fr_28rem_1fr]">
          <BannerImage image={images[0]} from="left" />
          <BannerImage image={images[1]} from="right" />
        </div>
      ) : null}
    </section>
  )
}

interface DecorImage {
  url: string
  width: number
  height: number
}

const AWAY = { left: '-translate-x-full', right: 'translate-x-full @min-[60rem]:col-start-3' }

/** Does not move with reduced motion or without JavaScript. */
function BannerImage({ image, from }: { image: DecorImage; from: keyof typeof AWAY }) {
  return (
    <div
      aria-hidden
      className={`transition-[translate] duration-700 ease-out group-data-in/banner:translate-x-0 motion-reduce:translate-x-0 no-script:translate-x-0 ${AWAY[from]}`}
    >
      <ResponsiveImage
        image={{ ...image, alt: '' }}
        sizes="(min-width: 60rem) 40vw, 50vw"
        frame="aspect-[4/3] @min-[60rem]:aspect-auto @min-[60rem]:h-full"
      />
    </div>
  )
}

/** Banners from this width on, in px, use the wide limit below. */
const WIDE = 500
/** The images are visible while the banner's bottom edge is this far from the top of the window, in px. */
const NEAR = 450
const FAR = { wide: 1000, narrow: 1400 }

/** Attach `ref` to the banner's element. */
function useSlideIn(): { ref: RefObject<HTMLElement | null>; isIn: boolean } {
  const ref = useRef<HTMLElement>(null)
  const [isIn, setIn] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    let frame = 0
    const update = () => {
      frame = 0
      if (!ref.current) return
      const { width, top, bottom } = ref.current.getBoundingClientRect()
      if (top < 2 * innerHeight) fetchImages(ref.current)
      setIn(bottom >= NEAR && bottom <= (width >= WIDE ? FAR.wide : FAR.narrow))
    }
    const schedule = () => void (frame ||= requestAnimationFrame(update))
    const options = { passive: true, signal: controller.signal }
    for (const type of ['scroll', 'resize']) addEventListener(type, schedule, options)
    schedule()
    return () => {
      controller.abort()
      cancelAnimationFrame(frame)
    }
  }, [])
  return { ref, isIn }
}

/** Images outside the viewport would be fetched too late by lazy loading. */
function fetchImages(element: HTMLElement): void {
  for (const image of element.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = 'eager'
}
