import { overlayTurns } from './overlay-turns.ts'

/**
 * Opens a dialog above an inert page; a click on its backdrop asks to close it.
 * @returns what closes it and gives the focus back to where it was
 */
export function openModal(dialog: HTMLDialogElement, askToClose: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let pressedOutside = false
  dialog.addEventListener('mousedown', (event) => (pressedOutside = event.target === dialog), { signal })
  dialog.addEventListener(
    'click',
    // A drag that ends on the backdrop is no wish to leave.
    (event) => event.target === dialog && pressedOutside && askToClose(),
    { signal },
  )
  dialog.addEventListener('close', askToClose, { signal })
  dialog.showModal()
  overlayTurns.take(askToClose)
  return () => {
    listening.abort()
    dialog.close()
    overlayTurns.leave(askToClose)
  }
}
