import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'

import { CloseIcon } from '../icons.tsx'
import { openModal } from './modal-dialog.ts'

interface DrawerProps {
  title: string
  isOpen: boolean
  /** Called on Esc, on a click on the backdrop or the close button, and when another overlay or page opens. */
  onClose: () => void
  /** The edge of the window. A bottom drawer is as high as its contents, at most 85 % of the window. */
  side?: 'left' | 'right' | 'bottom'
  /** Classes of the panel, mainly its width. */
  className?: string
  /** Content below the scrolling contents. It is always visible. */
  footer?: ReactNode
  /**
   * The contents. In a bottom drawer they scroll as a whole. In a side drawer they determine which of their elements
   * scroll.
   */
  children: ReactNode
}

/**
 * A panel at an edge of the window, in a native modal dialog. The browser keeps the focus inside, makes the page inert,
 * and afterwards returns the focus to the element that opened the dialog.
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
  /** Classes of the button's position. */
  className: string
  onClose: () => void
}

/** Close button in the corner of an overlay. */
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
