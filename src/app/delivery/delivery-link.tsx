import { Trans } from '@lingui/react/macro'

import { useLocalePath } from '../routing/page-context.tsx'

/** The way to what delivery is like. */
export function DeliveryLink() {
  const to = useLocalePath()
  return (
    <a href={to('/policies/terms-of-service')} className="quiet-link">
      <Trans>How long delivery takes</Trans>
    </a>
  )
}
