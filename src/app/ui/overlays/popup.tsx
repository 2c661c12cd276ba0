import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import { CloseButton } from './drawer.tsx'
import { openModal } from './modal-dialog.ts'
import { useSpaceBelow } from './space-below.ts'

/**
 * Open while it is mounted. The panel takes the focus instead of one of its buttons, because some popups open without a
 * click by the shopper.
 */
export function Popup({
  title,
  onClose,
  isSheet = false,
  className = 'max-w-md',
  titleClass = 'text-3xl',
  top,
  children,
}: {
  title: ReactNode
  /** Also called when another overlay or page opens. */
  onClose: () => void
  /** A sheet at the lower edge of a narrow window, at most half as high as the window. */
  isSheet?: boolean
  className?: string
  titleClass?: string
  /** Between the panel's edge and the title. */
  top?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const panelElement = useRef<HTMLDivElement>(null)
  const askToClose = useEffectEvent(onClose)

  const close = useRef<() => void>(undefined)
  useSpaceBelow(panelElement, '--sheet', isSheet && matchMedia('(width < 48rem)').matches)

  // The popup opens in a later task than its render, because making the whole page inert is a long task itself.
  useEffect(() => {
    const panel = dialog.current
    if (!panel) return
    // Otherwise the first link in the panel would take the focus, and the panel would scroll to it.
    panel.autofocus = true
    close.current = openModal(panel, () => askToClose())
    if (document.activeElement !== panel) panel.focus({ preventScroll: true })
    panel.scrollTo(0, 0)
  }, [])
  // The dialog is closed before it leaves the document. Otherwise the focus would not return.
  useLayoutEffect(() => () => close.current?.(), [])

  return (
    <dialog ref={dialog} tabIndex={-1} aria-labelledby={titleId} className={isSheet ? 'popup popup-sheet' : 'popup'}>
      <div ref={panelElement} className={`popup-panel ${className}`}>
        {top}
        <h2 id={titleId} className={`display ${titleClass}`}>
          {title}
        </h2>
        {children}
        <CloseButton onClose={onClose} className="absolute top-2 right-2" />
      </div>
    </dialog>
  )
}
