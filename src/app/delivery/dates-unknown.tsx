import { Trans } from '@lingui/react/macro'

/** The text of the delivery link until the dates are loaded. */
export function DatesUnknown() {
  return <Trans>Delivery times</Trans>
}
