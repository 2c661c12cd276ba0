import { useLayoutEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'

import { stays } from '../routing/stay.ts'
import { closeOverlay } from '../ui/overlays/modal-dialog.ts'

/** Anyone who goes to another page leaves the overlay behind: at once, not when the page has come. */
export function useDeparture(): void {
  const here = useLocation()
  const target = useNavigation().location ?? here
  const visit = stays(target.state) ? undefined : target.key
  // Before the page that has come hands over the focus: behind an open overlay nothing can take it.
  useLayoutEffect(() => {
    if (visit !== undefined) closeOverlay()
  }, [visit])
}
