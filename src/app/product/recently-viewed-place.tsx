import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'

import { addMessages } from '../i18n/load-i18n.ts'
import { WhenNear } from '../ui/when-near.tsx'
import { place, useSavedIn } from './lists/saved-lists.ts'

/** Remembers the product on this device, and keeps the place of those that were looked at before it. */
export function RecentlyViewedPlace({ handle }: { handle: string }) {
  const { i18n } = useLingui()
  const load = useMemo(
    () => async () => {
      const module = import('./on-demand/recently-viewed.tsx')
      const [{ RecentlyViewed }] = await Promise.all([module, addMessages(i18n, 'lists')])
      return () => <RecentlyViewed handle={handle} />
    },
    [i18n, handle],
  )
  const hasOthers = useSavedIn('recently_viewed')?.some((other) => other !== handle) ?? false
  // Once it stands there it stays: it says that it has forgotten them.
  const [isThere, setThere] = useState(false)
  if (hasOthers && !isThere) setThere(true)

  useEffect(() => place('recently_viewed', handle, true), [handle])

  return isThere ? <WhenNear load={load} className="min-h-103 md:min-h-130 lg:min-h-134" /> : null
}
