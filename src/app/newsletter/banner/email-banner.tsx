import { Trans } from '@lingui/react/macro'
import { useId } from 'react'

import { BannerForms, type BannerFormsProps } from './banner-forms.tsx'
import { BannerImage, type DecorImage } from './banner-image.tsx'
import { useSlideIn } from './use-slide-in.ts'

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
