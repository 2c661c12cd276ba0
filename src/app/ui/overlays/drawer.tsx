import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'

import { CloseIcon } from '../icons.tsx'
import { openModal } from './modal-dialog.ts'

interface DrawerProps {
  title: string
  isOpen: boolean
  /** Also called when another overlay or page opens. */
  onClose: () => void
  side?: 'left' | 'right' | 'bottom'
  className?: string
  footer?: ReactNode
  /** Scroll as a whole in a bottom drawer. In a side drawer, elements of the contents scroll. */
  children: ReactNode
}

/**
 * A native modal dialog at an edge of the window: the browser keeps the focus inside, makes the page inert, and
 * afterwards returns the focus to the opener.
 */
export function Drawer({ title, isOpen, onClose, side = 'right', className = '', footer, children }: DrawerProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const askToClose = useEffectEvent(onClose)

  useEffect(() => {
    if (!isOpen || !dialog.current) return undefined
    return openModal(dialog.current, () => askToClose())
  }, [isOpen])

  const margins = side === 'bottom' ? 'page-width' : 'px-6 md:px-8'
  return (
    <dialog ref={dialog} aria-labelledby={titleId} data-side={side} className={`drawer ${className}`}>
      <div className="drawer-column flex h-full max-h-[inherit] flex-col">
        <div className="shrink-0 border-b border-line py-3">
          <div className={`flex items-center justify-between ${margins}`}>
            <h2 id={titleId} className="display text-2xl">
              {title}
            </h2>
            <CloseButton onClose={onClose} className="-mr-3 shrink-0" />
          </div>
        </div>
        {side === 'bottom' ? (
          <div className="min-h-0 overflow-y-auto overscroll-contain">
            <div className={`pb-8 ${margins}`}>{children}</div>
          </div>
        ) : (
          children
        )}
        {footer ? (
          <div className="shrink-0 border-t border-line py-4">
            <div className={margins}>{footer}</div>
          </div>
        ) : null}
      </div>
    </dialog>
  )
}

interface CloseButtonProps {
  className: string
  onClose: () => void
}

export function CloseButton({ className, onClose }: CloseButtonProps) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      onClick={onClose}
      aria-label={t`Close`}
      className={`flex size-11 items-center justify-center rounded-full text-quiet transition-colors hover:text-ink ${className}`}
    >
      <CloseIcon />
    </button>
  )
}
