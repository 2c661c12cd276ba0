import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'

import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { PartSection } from '../part-base/part-section.tsx'
import { ContentTree } from '../tree/content-tree.tsx'
import { readEntries, textProp } from '../tree/read-nodes.ts'

const ROUND =
  'flex size-11 items-center justify-center rounded-full border border-edge transition-colors duration-200 hover:border-ink'

/** Scrolls by touch, keyboard or button, but never automatically. */
export function BenefitsCarousel({ part }: PartProps) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const title = textProp(part, 'title')
  const slideTo = (direction: 1 | -1) => {
    const card = list.current?.firstElementChild
    if (card) list.current?.scrollBy({ left: direction * card.getBoundingClientRect().width, behavior: 'smooth' })
  }
  return (
    <PartSection title={title}>
      <div role="group" aria-label={title ?? t`Benefits`}>
        <ul
          ref={list}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the row scrolls, and by the arrow keys too
          tabIndex={0}
          className="scroll-row -mx-5 flex snap-x snap-mandatory scroll-px-5 gap-4 px-5 md:mx-0 md:scroll-px-0 md:gap-6 md:px-0"
        >
          {readEntries(part.children).map(({ heading, text }, index) => (
            <li
              key={index}
              className="flex w-[82%] shrink-0 snap-start flex-col gap-3 border-t border-ornament pt-5 pr-4 sm:w-[45%] lg:w-[30%]"
            >
              <h3 className="display text-2xl">
                <ContentTree nodes={heading.children} />
              </h3>
              <div className="flex flex-col gap-3 text-sm leading-6 wrap-anywhere text-quiet">
                <ContentTree nodes={text} />
              </div>
            </li>
          ))}
        </ul>
        <div className="mt-6 flex justify-end gap-2 no-script:hidden">
          <button type="button" aria-label={t`Scroll back`} onClick={() => slideTo(-1)} className={ROUND}>
            <ArrowLeftIcon className="size-4" />
          </button>
          <button type="button" aria-label={t`Scroll forward`} onClick={() => slideTo(1)} className={ROUND}>
            <ArrowRightIcon className="size-4" />
          </button>
        </div>
      </div>
    </PartSection>
  )
}
