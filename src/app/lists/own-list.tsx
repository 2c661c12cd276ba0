import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'

import { WIDE_GRID } from '../product/card/product-grid.tsx'
import { keepIn, keptIn, MOST, useKeptIn } from '../product/lists/kept-lists.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ListedPieces, ListFrame } from './list-frame.tsx'
import { ShareList } from './share-list.tsx'
import { useCards } from './use-cards.ts'

/** The wish list of this device: known to the browser alone. */
export function OwnList() {
  const { t } = useLingui()
  const kept = useKeptIn('wish_list')
  const stays = useStaying(kept)
  const { cards, gone: unsold, isFailed, tryAgain } = useCards(stays)
  const gone = unsold.filter((handle) => kept?.includes(handle))
  const count = kept?.filter((handle) => !gone.includes(handle)).length ?? 0
  return (
    <ListFrame
      title={t`Wish list`}
      head={
        <>
          <p className="hidden max-w-words text-quiet no-script:block">
            <Trans>The list is kept on your device by JavaScript, which is switched off here.</Trans>
          </p>
          {stays.length > 0 ? (
            <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
              <p role="status" className="text-quiet">
                <Plural
                  value={count}
                  _0="No pieces on it"
                  one="# piece on this device"
                  other="# pieces on this device"
                />
              </p>
              {count > 0 ? <ShareList handles={kept ?? []} /> : null}
            </div>
          ) : null}
        </>
      }
    >
      {kept === undefined ? <div className="min-h-96 no-script:hidden" /> : null}
      {isFailed ? (
        <>
          <Notice tone="error">
            <Trans>The pieces could not be fetched. They are still on your list.</Trans>
          </Notice>
          <Button look="outline" onClick={tryAgain} className="mt-4">
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : null}
      {kept && stays.every((handle) => unsold.includes(handle)) ? (
        <EmptyList />
      ) : cards ? (
        <ListedPieces cards={cards} />
      ) : isFailed ? null : (
        <Places count={stays.length} />
      )}
      <GonePieces gone={gone} />
      {count >= MOST.wish_list ? (
        <p className="mt-10 text-sm text-quiet">
          <Trans>The list holds {MOST.wish_list} pieces: a new one takes the place of the oldest.</Trans>
        </p>
      ) : null}
    </ListFrame>
  )
}

/** What is taken off stays in sight until the page is left, so that it can be put back; what is gone need not. */
function useStaying(kept: readonly string[] | undefined): readonly string[] {
  const [stays, setStays] = useState<readonly string[]>([])
  const fresh = (kept ?? []).filter((handle) => !stays.includes(handle))
  if (fresh.length > 0) setStays([...fresh, ...stays])
  return stays
}

function GonePieces({ gone }: { gone: readonly string[] }) {
  const note = useRef<HTMLParagraphElement>(null)
  const [isTakenOff, setTakenOff] = useState(false)
  if (gone.length === 0 && !isTakenOff) return null

  function takeOff() {
    keepIn(
      'wish_list',
      keptIn('wish_list').filter((handle) => !gone.includes(handle)),
    )
    setTakenOff(true)
    // The button goes: whoever pressed it stays where it was.
    note.current?.focus()
  }

  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-6 border-t border-line pt-4 text-sm">
      <p ref={note} tabIndex={-1} role="status" className="text-quiet">
        {gone.length > 0 ? (
          <Plural
            value={gone.length}
            one="# piece of the list is not sold any more."
            other="# pieces of the list are not sold any more."
          />
        ) : (
          <Trans>Taken off the list.</Trans>
        )}
      </p>
      {gone.length > 0 ? (
        <button type="button" onClick={takeOff} className="quiet-link min-h-11 font-medium">
          <Trans>Take off what is gone</Trans>
        </button>
      ) : null}
    </div>
  )
}

function EmptyList() {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <EmptyState
      title={t`Nothing on it yet`}
      text={t`Press the heart on a piece, and it waits for you here, on this device.`}
    >
      <ButtonLink href={to('/shop/viewAll')}>
        <Trans>See all pieces</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

/** The room of cards that are on their way. */
function Places({ count }: { count: number }) {
  return (
    <div aria-hidden className={WIDE_GRID}>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} className="aspect-[3/4]" />
      ))}
    </div>
  )
}
