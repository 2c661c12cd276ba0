import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { keptIn, place, useKept } from './kept-lists.ts'

interface HeartButtonProps {
  handle: string
  /** Name of the piece. */
  title: string
  className: string
  /** A heart that is filled where the group `heart` is pressed. */
  children: ReactNode
}

/** Puts a piece on the wish list of this device, and takes it off again. Nothing without JavaScript. */
export function HeartButton({ handle, title, className, children }: HeartButtonProps) {
  const { t } = useLingui()
  const isKept = useKept(() => keptIn('wish_list').includes(handle)) ?? false
  return (
    <button
      type="button"
      aria-pressed={isKept}
      aria-label={t`Wish list: ${title}`}
      onClick={() => place('wish_list', handle, !isKept)}
      className={`group/heart items-center justify-center no-script:hidden ${className}`}
    >
      {children}
    </button>
  )
}
