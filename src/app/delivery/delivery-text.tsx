import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { usePage } from '../routing/page-context.tsx'

/** @param props.price the price of delivery in words; null if it is not known */
export function Promised({ price }: { price: string | null }) {
  return [price, usePage().returns].filter(Boolean).join(' · ')
}

interface DeliveryTextProps {
  price: string | null
  isPriced: boolean
  children?: ReactNode
}

/** Without dates, the text names what the link shows. */
export function DeliveryText({ price, isPriced, children }: DeliveryTextProps) {
  return (
    <>
      {isPriced ? <span className="block text-ink">{price ?? <Trans>Delivery</Trans>}</span> : null}
      <span className="flex gap-1 quiet-link">{children ?? <Trans>Delivery dates for your country</Trans>}</span>
    </>
  )
}
