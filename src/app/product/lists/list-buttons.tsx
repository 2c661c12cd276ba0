import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'

import { MOST_SAVED } from '#shared/product/saved-lists.ts'

import { place, useSavedIn, savedIn, useSaved } from './saved-lists.ts'

/** `CompareBar` links to the comparison, and `CompareStatus` announces the selection. Requires JavaScript. */
export function CompareToggle({ handle, title }: { handle: string; title: string }) {
  const { t } = useLingui()
  const compared = useSavedIn('compared') ?? []
  const [isRefused, setRefused] = useState(false)
  const isIn = compared.includes(handle)
  const isFull = compared.length >= MOST_SAVED.compared && !isIn

  function toggle() {
    setRefused(isFull)
    if (!isFull) place('compared', handle, !isIn)
  }

  return (
    <>
      <button
        type="button"
        aria-pressed={isIn}
        aria-label={t`Compare: ${title}`}
        onClick={toggle}
        className="group inline-flex min-h-11 items-center gap-2 hover:text-gold no-script:hidden"
      >
        <span aria-hidden className="size-4 rounded-sm border border-edge p-0.5 group-aria-pressed:border-ink">
          <span className="block size-full group-aria-pressed:bg-ink" />
        </span>
        <Trans>Compare</Trans>
      </button>
      <p role="status" className="basis-full text-center font-normal text-quiet">
        {isFull && isRefused ? t`You can compare up to four pieces.` : null}
      </p>
    </>
  )
}

/** Requires JavaScript. */
export function HeartButton({
  handle,
  title,
  className,
  children,
}: {
  handle: string
  title: string
  className: string
  /** A heart icon. It is filled while its Tailwind group `heart` is pressed. */
  children: ReactNode
}) {
  const { t } = useLingui()
  const isSaved = useSaved(() => savedIn('wish_list').includes(handle)) ?? false
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={t`Wish list: ${title}`}
      onClick={() => place('wish_list', handle, !isSaved)}
      className={`group/heart items-center justify-center no-script:hidden ${className}`}
    >
      {children}
    </button>
  )
}

/** Render it once per page. */
export function CompareStatus() {
  const { t } = useLingui()
  const count = useSaved(() => savedIn('compared').length)
  const [known, setKnown] = useState({ count, isNews: false })
  // The initial selection is not announced.
  if (count !== known.count) setKnown({ count, isNews: known.count !== undefined })
  return (
    <p role="status" className="sr-only">
      {known.isNews && count ? t`${count} selected to compare` : null}
    </p>
  )
}
