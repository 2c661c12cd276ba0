import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import { CloseButton } from './drawer.tsx'
import { openModal } from './modal-dialog.ts'

interface PopupProps {
  title: ReactNode
  /** Asked for by Esc, the backdrop, the close button, another overlay or another page. */
  onClose: () => void
  /** Classes of the panel: its width above all. */
  className?: string
  /** Classes of the title. */
  titleClass?: string
  /** Between the panel's edge and the title. */
  top?: ReactNode
  children: ReactNode
}

/**
 * A panel in the middle of the window, open for as long as it stands in the page. It takes the focus as a whole: who did
 * not ask for it presses no button of it by accident.
 */
export function Popup({ title, onClose, className = 'max-w-md', titleClass = 'text-3xl', top, children }: PopupProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const askToClose = useEffectEvent(onClose)

  const close = useRef<() => void>(undefined)

  // A while after it was made: to make the whole page inert is enough work for one go.
  useEffect(() => {
    const panel = dialog.current
    if (!panel) return
    // Or its first link would take the focus, and the panel scroll down to it.
    panel.autofocus = true
    close.current = openModal(panel, () => askToClose())
    if (document.activeElement !== panel) panel.focus({ preventScroll: true })
    panel.scrollTo(0, 0)
  }, [])
  // Before the dialog leaves the document, or nothing would hand the focus back.
  useLayoutEffect(() => () => close.current?.(), [])

  return (
    <dialog ref={dialog} tabIndex={-1} aria-labelledby={titleId} className="popup">
      <div className={`popup-panel ${className}`}>
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
