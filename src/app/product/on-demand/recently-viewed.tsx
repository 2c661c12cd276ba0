import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

import { productPath } from '#shared/page/page-paths.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { keepIn, savedIn } from '../lists/saved-lists.ts'
import { Price } from '../price.tsx'
import { fetchCards } from './fetch-cards.ts'

const SIZES = '(min-width: 48rem) 12rem, 9rem'

/** Products that were viewed before the current one. The list is stored on this device only. */
export function RecentlyViewed({ handle }: { handle: string }) {
  const { t } = useLingui()
  const page = usePage()
  const note = useRef<HTMLParagraphElement>(null)
  const [handles, setHandles] = useState(() => savedIn('recently_viewed').filter((other) => other !== handle))
  const [cards, setCards] = useState<readonly ShownCard[]>()

  useEffect(() => {
    if (handles.length === 0) return undefined
    const left = new AbortController()
    fetchCards(handles, page, left.signal).then(setCards, (error: unknown) => {
      if (left.signal.aborted) return
      console.error('Failed to fetch what was viewed:', error)
      setCards([])
    })
    return () => left.abort()
  }, [handles, page])

  function forget() {
    keepIn('recently_viewed', [])
    setHandles([])
    // The focused button disappears, so the focus moves to this note.
    note.current?.focus()
  }

  return (
    <Section title={t`Recently viewed`}>
      <p ref={note} tabIndex={-1} role="status">
        {handles.length === 0 ? <Trans>Your history on this device has been cleared.</Trans> : null}
      </p>
      {handles.length > 0 ? (
        <>
          <ul className="scroll-row -mx-5 flex h-56 gap-4 px-5 md:-mx-10 md:h-68 md:gap-6 md:px-10">
            {cards
              ? cards.map((card) => <SmallCard key={card.id} card={card} />)
              : handles.map((other) => <Skeleton key={other} className="size-36 shrink-0 md:size-48" />)}
          </ul>
          <button type="button" onClick={forget} className="quiet-link min-h-11 text-sm font-medium">
            <Trans>Clear history</Trans>
          </button>
        </>
      ) : null}
    </Section>
  )
}

function SmallCard({ card: { handle, title, thumbnail, price, price_varies: varies } }: { card: ShownCard }) {
  const to = useLocalePath()
  return (
    <li className="relative w-36 shrink-0 md:w-48">
      {thumbnail ? (
        <ResponsiveImage image={{ ...thumbnail, alt: '' }} sizes={SIZES} />
      ) : (
        <span className="block aspect-square bg-frame" />
      )}
      <a
        href={to(productPath(handle))}
        className="mt-2.5 block min-h-6 truncate text-sm outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink"
      >
        {title}
      </a>
      {price ? (
        <div className="mt-1 h-5.5 overflow-hidden">
          <Price price={price} from={varies} />
        </div>
      ) : null}
    </li>
  )
}
