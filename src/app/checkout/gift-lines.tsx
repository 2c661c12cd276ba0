import { Trans } from '@lingui/react/macro'

import type { Gift } from '#shared/cart/gift.ts'
import { writeDays } from '#shared/delivery/delivery-days.ts'

import { usePage } from '../routing/page-context.tsx'

/** Returns whether there is more to say than the day on which the parcel is needed. */
export function isGift(gift: Gift | null | undefined): gift is Gift {
  return gift != null && (gift.wrap || gift.hide_prices || gift.message !== null)
}

export function GiftLines({ gift }: { gift: Gift }) {
  return (
    <>
      {gift.wrap ? (
        <p>
          <Trans>Gift wrap</Trans>
        </p>
      ) : null}
      {gift.hide_prices ? (
        <p>
          <Trans>No prices in the parcel</Trans>
        </p>
      ) : null}
      {gift.message ? (
        <p className="text-sm break-words whitespace-pre-line text-quiet">
          <Trans>Card: “{gift.message}”</Trans>
        </p>
      ) : null}
    </>
  )
}

export function NeededByDay({ gift }: { gift: Gift | null | undefined }) {
  const { locale } = usePage()
  if (!gift?.needed_by) return null
  const day = writeDays({ earliest: gift.needed_by, latest: gift.needed_by }, locale)
  return (
    <span className="block text-sm text-quiet">
      <Trans>Needed by {day}</Trans>
    </span>
  )
}
