/** On the body while anything stands above the page. */
const OPEN_CLASS = 'overlay-open'

/** The last pressed element: Safari does not focus a clicked button. */
let pressed: HTMLElement | null | undefined
if (typeof document !== 'undefined') {
  const press = ({ target }: Event) => (pressed = (target as Element).closest<HTMLElement>('button, a'))
  document.addEventListener('click', press, { capture: true })
}

/** Closes the open overlay; there is one at most. Not touched during a server render. */
let leaveCurrent: (() => void) | undefined

/**
 * Opens a dialog above an inert page, and takes away the one that was open. Esc and a click on its backdrop close it.
 * The browser gives the focus back to what had it, and what took another's place to what had opened the other.
 * @param onClosed called once it is closed by anything but the answer of this function
 * @returns what closes it
 */
export function openModal(dialog: HTMLDialogElement, onClosed: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let pressedOutside = false
  dialog.addEventListener('mousedown', (event) => (pressedOutside = event.target === dialog), { signal })
  dialog.addEventListener(
    'click',
    // A drag that ends on the backdrop is no wish to leave.
    (event) => event.target === dialog && pressedOutside && onClosed(),
    { signal },
  )
  // Esc is heard when it is pressed, so that nothing that follows it at once comes before it.
  dialog.addEventListener('cancel', (event) => event.target === dialog && onClosed(), { signal })
  // The `close` event comes late: the dialog may have been opened again since.
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
  // The dialog returns the focus to the element that has it now.
  if (document.activeElement === document.body) pressed?.focus({ preventScroll: true })
  dialog.showModal()
  return () => {
    close()
    if (leaveCurrent !== leave) return
    leaveCurrent = undefined
    document.body.classList.remove(OPEN_CLASS)
  }
}

/** Closes the open overlay, if there is one. */
export function closeOverlay(): void {
  leaveCurrent?.()
}

/** Overlays take the page's scrollbar away; its room stays, so that nothing behind them jumps. */
function keepWidth(): void {
  // Already closed when one overlay follows another.
  if (leaveCurrent) return
  const { documentElement: html } = document
  html.style.setProperty('--scrollbar-width', `${innerWidth - html.clientWidth}px`)
}
