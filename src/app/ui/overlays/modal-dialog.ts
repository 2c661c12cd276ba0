const OPEN_CLASS = 'overlay-open'

/** Needed because Safari does not focus a clicked button. */
let pressed: HTMLElement | null | undefined
if (typeof document !== 'undefined') {
  const press = ({ target }: Event) => (pressed = (target as Element).closest<HTMLElement>('button, a'))
  document.addEventListener('click', press, { capture: true })
}

/** At most one overlay is open. Not used during a server render. */
let leaveCurrent: (() => void) | undefined

/**
 * Closes the dialog that was open. The focus returns to the element that had it before the first of them.
 * @param onClosed called once when the dialog is closed in any way except by the returned function
 */
export function openModal(dialog: HTMLDialogElement, onClosed: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let pressedOutside = false
  dialog.addEventListener('mousedown', (event) => (pressedOutside = event.target === dialog), { signal })
  dialog.addEventListener(
    'click',
    // A drag that only ends on the backdrop does not close the dialog.
    (event) => event.target === dialog && pressedOutside && onClosed(),
    { signal },
  )
  // Esc is handled on keydown, so that the dialog is closed before the next event.
  dialog.addEventListener('cancel', (event) => event.target === dialog && onClosed(), { signal })
  // The `close` event is asynchronous, so the dialog may have been opened again in the meantime.
  dialog.addEventListener('close', () => dialog.open || onClosed(), { signal })

  const close = () => {
    listening.abort()
    dialog.close()
  }
  const leave = () => {
    close()
    onClosed()
  }
  closeOverlay()
  keepWidth()
  leaveCurrent = leave
  document.body.classList.add(OPEN_CLASS)
  // The dialog later returns the focus to the element that has it now.
  if (document.activeElement === document.body) pressed?.focus({ preventScroll: true })
  dialog.showModal()
  return () => {
    close()
    if (leaveCurrent !== leave) return
    leaveCurrent = undefined
    document.body.classList.remove(OPEN_CLASS)
  }
}

export function closeOverlay(): void {
  leaveCurrent?.()
}

/** Hides the page's scrollbar but reserves its space, so that the page behind an overlay does not shift. */
function keepWidth(): void {
  // When one overlay follows another, the first one is already closed.
  if (leaveCurrent) return
  const { documentElement: html } = document
  html.style.setProperty('--scrollbar-width', `${innerWidth - html.clientWidth}px`)
}
