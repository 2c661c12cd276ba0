import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { savedIn, place, useSaved } from './saved-lists.ts'

interface HeartButtonProps {
  handle: string
  /** Name of the product. */
  title: string
  className: string
  /** A heart that is filled where the group `heart` is pressed. */
  children: ReactNode
}

/** Puts a product on the wish list of this device, and takes it off again. Nothing without JavaScript. */
export function HeartButton({ handle, title, className, children }: HeartButtonProps) {
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
