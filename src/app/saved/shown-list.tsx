import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { keepIn, savedIn } from '../product/lists/saved-lists.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListedProducts, ListFrame } from './list-frame.tsx'
import type { ShownListData } from './load-shown-list.ts'

export function ShownList({ list: { handles, cards } }: { list: ShownListData }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const [done, setDone] = useState<{ kept: number; left: number }>()
  const gone = handles.length - cards.length

  function keepAll() {
    const own = savedIn('wish_list')
    const fresh = cards.map(({ handle }) => handle).filter((handle) => !own.includes(handle))
    // The shared products come after the visitor's own, which are preserved if there is not enough room for all.
    keepIn('wish_list', [...own, ...fresh])
    const saved = savedIn('wish_list').length - own.length
    setDone({ kept: saved, left: fresh.length - saved })
  }

  if (cards.length === 0) {
    return (
      <div className="page-width">
        <EmptyState
          isPage
          title={t`None of the pieces on this list are available any more`}
          text={t`See what else we have.`}
        >
          <ButtonLink href={to('/shop/viewAll')}>
            <Trans>Shop all</Trans>
          </ButtonLink>
        </EmptyState>
      </div>
    )
  }
  return (
    <ListFrame
      title={t`Shared wish list`}
      head={
        <>
          <p className="mt-4 max-w-words text-quiet">
            <Plural
              value={cards.length}
              one="Someone shared # piece with you. The price and availability are current."
              other="Someone shared # pieces with you. Prices and availability are current."
            />
            {gone > 0 ? (
              <>
                {' '}
                <Plural value={gone} one="# more is no longer available." other="# more are no longer available." />
              </>
            ) : null}
          </p>
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2 no-script:hidden">
            <Button look="outline" onClick={keepAll}>
              <Trans>Save to my list</Trans>
            </Button>
            <p role="status" className="text-sm">
              {done ? (
                <>
                  <SavedNote {...done} />
                  <a href={to('/wishlist')} className="quiet-link inline-block py-1 font-medium">
                    <Trans>Your wish list</Trans>
                  </a>
                </>
              ) : null}
            </p>
          </div>
        </>
      }
    >
      <ListedProducts cards={cards} />
    </ListFrame>
  )
}

/** @param left number of products that did not fit */
function SavedNote({ kept: saved, left }: { kept: number; left: number }) {
  return (
    <>
      {saved > 0 || left === 0 ? (
        <>
          <Plural
            value={saved}
            _0="Everything here is already on your list."
            one="# piece added to your list."
            other="# pieces added to your list."
          />{' '}
        </>
      ) : null}
      {left > 0 ? (
        <>
          <Plural
            value={left}
            one="Your list is full: # piece didn’t fit. Remove something to make room."
            other="Your list is full: # pieces didn’t fit. Remove something to make room."
          />{' '}
        </>
      ) : null}
    </>
  )
}
