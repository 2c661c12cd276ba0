import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { usePage } from '../routing/page-context.tsx'

/**
 * The text of the bar under the header.
 *
 * @param props.price the price of delivery in words; null if it is not known
 */
export function Promised({ price }: { price: string | null }) {
  return [price, usePage().returns].filter(Boolean).join(' · ')
}

interface DeliveryTextProps {
  price: string | null
  /** The country and the dates. */
  children?: ReactNode
}

/** The text of the delivery link. Without dates it names what the link shows. */
export function DeliveryText({ price, children }: DeliveryTextProps) {
  return (
    <>
      <span className="block text-ink">{price ?? <Trans>Delivery</Trans>}</span>
      <span className="flex gap-1 quiet-link">{children ?? <Trans>Dates for your country</Trans>}</span>
    </>
  )
}
