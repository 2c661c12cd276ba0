import { Trans } from '@lingui/react/macro'
import { useId, useEffect, useRef, useState, type RefObject } from 'react'

import { ResponsiveImage } from '../../ui/image.tsx'
import { BannerForms, type BannerFormsProps } from './banner-forms.tsx'

interface EmailBannerProps extends BannerFormsProps {
  /** They come in from the left and from the right. */
  pictures?: readonly [DecorImage, DecorImage] | undefined
  /** The heading's rank on its page. */
  heading?: 'h1' | 'h2'
  className?: string
}

/** Across a page: where shoppers leave an address, or someone else's. */
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
          <Trans>Letters worth opening</Trans>
        </Heading>
        {/* Only images beside the forms would move with them; anywhere else the room would be an empty strip. */}
        <BannerForms {...forms} unchosen={images ? 'invisible @max-[60rem]:hidden' : 'hidden'} />
      </div>
      {images ? (
        <div className="pointer-events-none grid grid-cols-2 @min-[60rem]:absolute @min-[60rem]:inset-0 @min-[60rem]:grid-cols-[1fr_28rem_1fr]">
          <BannerImage picture={images[0]} from="left" />
          <BannerImage picture={images[1]} from="right" />
        </div>
      ) : null}
    </section>
  )
}

interface DecorImage {
  url: string
  width: number
  height: number
  placeholder: string | null
}

const AWAY = { left: '-translate-x-full', right: 'translate-x-full @min-[60rem]:col-start-3' }

/** Comes in from its side when the banner says so; for those who want nothing to move it stands there. */
function BannerImage({ picture: shown, from }: { picture: DecorImage; from: keyof typeof AWAY }) {
  return (
    <div
      aria-hidden
      className={`transition-[translate] duration-700 ease-out group-data-in/banner:translate-x-0 motion-reduce:translate-x-0 no-script:translate-x-0 ${AWAY[from]}`}
    >
      <ResponsiveImage
        image={{ ...shown, alt: '' }}
        sizes="(min-width: 60rem) 40vw, 50vw"
        frame="aspect-[4/3] @min-[60rem]:aspect-auto @min-[60rem]:h-full"
      />
    </div>
  )
}

/** From here on it is wide enough to be looked at from further away. */
const WIDE = 500
const NEAR = 450
const FAR = { wide: 1000, narrow: 1400 }

interface SlideIn {
  /** For the element that is watched. */
  ref: RefObject<HTMLElement | null>
  isIn: boolean
}

/** Whether an element's bottom edge stands where its decoration is to be seen: so many px below the window's top. */
function useSlideIn(): SlideIn {
  const ref = useRef<HTMLElement>(null)
  const [isIn, setIn] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    let frame = 0
    const look = () => {
      frame = 0
      if (!ref.current) return
      const { width, top, bottom } = ref.current.getBoundingClientRect()
      if (top < 2 * innerHeight) fetchImages(ref.current)
      setIn(bottom >= NEAR && bottom <= (width >= WIDE ? FAR.wide : FAR.narrow))
    }
    const lookSoon = () => void (frame ||= requestAnimationFrame(look))
    for (const type of ['scroll', 'resize']) addEventListener(type, lookSoon, { passive: true, signal: left.signal })
    lookSoon()
    return () => {
      left.abort()
      cancelAnimationFrame(frame)
    }
  }, [])
  return { ref, isIn }
}

/** What stands aside is never in sight: left to the browser, it would be fetched when it has to be there already. */
function fetchImages(element: HTMLElement): void {
  for (const image of element.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = 'eager'
}
