import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, useEffect } from 'react'

import { productsPath } from '#shared/product/products-query.ts'
import { MOST_SAVED } from '#shared/product/saved-lists.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import { WIDE_GRID } from '../product/grid-classes.ts'
import { keepIn, savedIn, useSavedIn } from '../product/lists/saved-lists.ts'
import { fetchCards } from '../product/on-demand/fetch-cards.ts'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { isStorageBlocked } from '../routing/safe-storage.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopiedLink } from '../ui/copied-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ListedProducts, ListFrame } from './list-frame.tsx'

export function OwnList() {
  const { t } = useLingui()
  const saved = useSavedIn('wish_list')
  const stays = useStaying(saved)
  const { cards, gone: unsold, isFailed, tryAgain } = useCards(stays)
  const gone = unsold.filter((handle) => saved?.includes(handle))
  const count = saved?.filter((handle) => !gone.includes(handle)).length ?? 0
  return (
    <ListFrame
      title={t`Wish list`}
      head={
        <>
          <p className="hidden max-w-words text-quiet no-script:block">
            <Trans>Your wish list needs JavaScript, which is turned off in this browser.</Trans>
          </p>
          {saved && isStorageBlocked() ? (
            <Notice className="mt-4">
              <Trans>
                Your browser isn’t saving data for this site, so the list will be lost when you close or reload the
                page. To keep it, allow site data.
              </Trans>
            </Notice>
          ) : null}
          {stays.length > 0 ? (
            <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
              <p role="status" className="text-quiet">
                <Plural value={count} _0="Your list is empty" one="# piece saved" other="# pieces saved" />
              </p>
              {count > 0 ? <ShareList handles={saved ?? []} /> : null}
            </div>
          ) : null}
        </>
      }
    >
      {saved === undefined ? <div className="min-h-96 no-script:hidden" /> : null}
      {isFailed ? (
        <>
          <Notice tone="error">
            <Trans>We couldn’t load your pieces. They’re still on your list.</Trans>
          </Notice>
          <Button look="outline" onClick={tryAgain} className="mt-4">
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : null}
      {saved && stays.every((handle) => unsold.includes(handle)) ? (
        <EmptyList />
      ) : cards ? (
        <ListedProducts cards={cards} />
      ) : isFailed ? null : (
        <Placeholders count={stays.length} />
      )}
      <MissingProducts gone={gone} />
      {count >= MOST_SAVED.wish_list ? (
        <p className="mt-10 text-sm text-quiet">
          <Trans>The list holds up to {MOST_SAVED.wish_list} pieces. A new one replaces the oldest.</Trans>
        </p>
      ) : null}
    </ListFrame>
  )
}

/** Removed products stay until the shopper leaves the page, so that they can be restored. */
function useStaying(saved: readonly string[] | undefined): readonly string[] {
  const [stays, setStays] = useState<readonly string[]>([])
  const fresh = (saved ?? []).filter((handle) => !stays.includes(handle))
  if (fresh.length > 0) setStays([...fresh, ...stays])
  return stays
}

function MissingProducts({ gone }: { gone: readonly string[] }) {
  const note = useRef<HTMLParagraphElement>(null)
  const [isTakenOff, setTakenOff] = useState(false)
  if (gone.length === 0 && !isTakenOff) return null

  function takeOff() {
    keepIn(
      'wish_list',
      savedIn('wish_list').filter((handle) => !gone.includes(handle)),
    )
    setTakenOff(true)
    // The focused button disappears, so the focus moves to this note.
    note.current?.focus()
  }

  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-6 border-t border-line pt-4 text-sm">
      <p ref={note} tabIndex={-1} role="status" className="text-quiet">
        {gone.length > 0 ? (
          <Plural
            value={gone.length}
            one="# piece on your list is no longer available."
            other="# pieces on your list are no longer available."
          />
        ) : (
          <Trans>Removed from the list.</Trans>
        )}
      </p>
      {gone.length > 0 ? (
        <button type="button" onClick={takeOff} className="quiet-link min-h-11 font-medium">
          <Trans>Remove unavailable pieces</Trans>
        </button>
      ) : null}
    </div>
  )
}

function EmptyList() {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <EmptyState title={t`Your wish list is empty`} text={t`Tap the heart on a piece and it will wait for you here.`}>
      <ButtonLink href={to('/shop/viewAll')}>
        <Trans>Shop all</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

function Placeholders({ count }: { count: number }) {
  return (
    <div aria-hidden className={WIDE_GRID}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="aspect-[3/4]" />
      ))}
    </div>
  )
}

/** The link contains the products, but no data about the visitor. */
function ShareList({ handles }: { handles: readonly string[] }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { brand, origin } = usePage()
  const [isCopied, setCopied] = useState<boolean>()
  const link = origin + to(productsPath('/wishlist', handles))

  async function share() {
    setCopied(undefined)
    // Touch devices have a useful native share dialog.
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      // Stops if the link was shared or the shopper canceled. In-app browsers have other errors: the link is shown
      // then.
      const isDone = await navigator.share({ url: link }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isDone) return
    }
    setCopied(
      (await navigator.clipboard?.writeText(link).then(
        () => true,
        () => false,
      )) ?? false,
    )
  }

  return (
    <>
      <Button look="outline" onClick={() => void share()}>
        <Trans>Share the list</Trans>
      </Button>
      <a
        href={`mailto:?subject=${encodeURIComponent(t`My wish list at ${brand}`)}&body=${encodeURIComponent(link)}`}
        className="quiet-link inline-flex min-h-11 items-center text-sm"
      >
        <Trans>Send by email</Trans>
      </a>
      <CopiedLink link={link} isCopied={isCopied} label={t`Link to the list`} className="max-w-words" />
    </>
  )
}

interface Cards {
  /** In the requested order; undefined until the first products are loaded. */
  cards: readonly ShownCard[] | undefined
  /** Handles of products that are not sold. */
  gone: readonly string[]
  isFailed: boolean
  tryAgain: () => void
}

function useCards(handles: readonly string[]): Cards {
  const page = usePage()
  /** By handle; null for a product that is not sold. */
  const [known, setKnown] = useState<ReadonlyMap<string, ShownCard | null>>(new Map())
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(-1)
  const missing = handles.filter((handle) => !known.has(handle)).join()

  useEffect(() => {
    if (missing === '') return undefined
    const left = new AbortController()
    const asked = missing.split(',')
    const fetchMissing = async () => {
      try {
        const byHandle = new Map((await fetchCards(asked, page, left.signal)).map((card) => [card.handle, card]))
        setKnown((before) => new Map([...before, ...asked.map((one) => [one, byHandle.get(one) ?? null] as const)]))
      } catch (error) {
        if (left.signal.aborted) return
        console.error('Failed to fetch the pieces of a list:', error)
        setFailed(attempt)
      }
    }
    void fetchMissing()
    return () => left.abort()
  }, [missing, page, attempt])

  return {
    cards: known.size > 0 ? handles.flatMap((handle) => known.get(handle) ?? []) : undefined,
    gone: handles.filter((handle) => known.get(handle) === null),
    isFailed: failed === attempt && missing !== '',
    tryAgain: () => setAttempt((before) => before + 1),
  }
}
