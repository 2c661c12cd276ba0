import { useLayoutEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'

import { closeOverlay } from '../overlays/modal-dialog.ts'

/** Whoever goes to another page leaves the overlay behind: at once, not when the page has come. */
export function useDeparture(): void {
  const here = useLocation()
  const { key } = useNavigation().location ?? here
  // Before the page that has come hands over the focus: behind an open overlay nothing can take it.
  useLayoutEffect(closeOverlay, [key])
}
