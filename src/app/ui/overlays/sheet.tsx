import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { CloseButton } from './drawer.tsx'
import { useSpaceBelow } from './space-below.ts'

interface SheetProps {
  title: ReactNode
  /** Screen readers announce it when the sheet appears. */
  announcement: string
  /** Also called on Esc. */
  onClose: () => void
  children: ReactNode
}

/** For what appears without a click: the page stays usable, and the focus stays where it is. */
export function Sheet({ title, announcement, onClose, children }: SheetProps) {
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)
  const [announced, setAnnounced] = useState('')
  const askToClose = useEffectEvent(onClose)
  useSpaceBelow(panel, '--sheet')

  // A status is announced only if it changes after it is in the document.
  // oxlint-disable-next-line react/set-state-in-effect -- once, after the first render
  useEffect(() => setAnnounced(announcement), [announcement])
  useEffect(() => {
    const closeOnEscape = ({ key, defaultPrevented }: KeyboardEvent) => {
      // Esc closes an overlay above the sheet first.
      if (key === 'Escape' && !defaultPrevented && !document.body.classList.contains('overlay-open')) askToClose()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [])
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return undefined
    /** The element from which the focus moved into the sheet. */
    let before: HTMLElement | undefined
    element.addEventListener('focusin', ({ relatedTarget }) => {
      if (relatedTarget instanceof HTMLElement && !element.contains(relatedTarget)) before = relatedTarget
    })
    return () => {
      if (element.contains(document.activeElement)) before?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <dialog ref={panel} open aria-labelledby={titleId} className="sheet">
      <p role="status" className="sr-only">
        {announced}
      </p>
      <h2 id={titleId} className="display pr-10 text-2xl">
        {title}
      </h2>
      {children}
      <CloseButton onClose={onClose} className="absolute top-2 right-2" />
    </dialog>
  )
}
