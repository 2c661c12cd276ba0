import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'

import { CloseIcon } from '../ui/icons.tsx'
import { openModal } from './modal-dialog.ts'

interface DrawerProps {
  title: string
  isOpen: boolean
  /** Asked for by Esc, the backdrop, the close button or another overlay. */
  onClose: () => void
  side?: 'left' | 'right'
  /** Classes of the panel: its width above all. */
  className?: string
  children: ReactNode
}

const CLOSED = {
  left: '-translate-x-full starting:open:-translate-x-full',
  right: 'translate-x-full starting:open:translate-x-full',
}
const EDGES = { left: 'mr-auto border-r', right: 'ml-auto border-l' }

/**
 * A panel from the side in a native modal dialog: the browser keeps the focus in, the page inert, and gives the
 * focus back to what opened it.
 */
export function Drawer({ title, isOpen, onClose, side = 'right', className = '', children }: DrawerProps) {
  const { t } = useLingui()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const askToClose = useEffectEvent(onClose)

  useEffect(() => {
    if (!isOpen || !dialog.current) return undefined
    return openModal(dialog.current, () => askToClose())
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`fixed inset-y-0 m-0 h-dvh max-h-none max-w-none overflow-hidden border-line bg-paper p-0 text-ink transition-[translate,display,overlay] duration-280 ease-out transition-discrete open:translate-x-0 backdrop:bg-backdrop backdrop:opacity-0 backdrop:transition-[opacity,display,overlay] backdrop:duration-280 backdrop:transition-discrete open:backdrop:opacity-100 starting:open:backdrop:opacity-0 ${CLOSED[side]} ${EDGES[side]} ${className}`}
    >
      <div className="flex h-full flex-col">
        <header className="flex shrink-0 items-center justify-between border-b border-line py-3 pr-3 pl-6 md:pl-8">
          <h2 id={titleId} className="display text-2xl">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label={t`Close`}
            className="flex size-11 items-center justify-center rounded-full text-quiet transition-colors hover:text-ink"
          >
            <CloseIcon />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
