import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { savedIn, useSaved } from './saved-lists.ts'

/**
 * Tells anyone who does not see it what a tick has come to: once a page, however many of its products can be ticked.
 */
export function CompareStatus() {
  const { t } = useLingui()
  const count = useSaved(() => savedIn('compared').length)
  const [known, setKnown] = useState({ count, isNews: false })
  // What was ticked before the page was opened is no news.
  if (count !== known.count) setKnown({ count, isNews: known.count !== undefined })
  return (
    <p role="status" className="sr-only">
      {known.isNews && count ? t`Chosen to compare: ${count}` : null}
    </p>
  )
}
