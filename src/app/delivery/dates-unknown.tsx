import { Trans } from '@lingui/react/macro'

/** What the line of delivery says as long as no one knows the days. */
export function DatesUnknown() {
  return <Trans>How long delivery takes</Trans>
}
