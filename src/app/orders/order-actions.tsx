import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'

import type { Order } from '#shared/order/order.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'

interface OrderActionsProps {
  order: Order
  /** As in `OrderView`. */
  reorderKey: string | undefined
}

export function OrderActions({ order: { id, masked }, reorderKey }: OrderActionsProps) {
  const to = useLocalePath()
  const { locale } = usePage()
  const { pathname } = useLocation()
  const path = `/api/account/orders/${id}`
  return (
    <>
      {masked ? null : (
        <a
          href={`${path}/invoice.pdf?lang=${locale}`}
          download
          className="quiet-link inline-flex min-h-11 items-center self-start text-sm font-medium print:hidden"
        >
          <Trans>Download invoice (PDF)</Trans>
        </a>
      )}
      {reorderKey === undefined ? null : (
        <form action={`${path}/reorder`} method="post" className="print:hidden">
          <input type="hidden" name="idempotency_key" value={reorderKey} />
          <input type="hidden" name="return_to" value={to('/cart')} />
          <input type="hidden" name="refused_to" value={pathname} />
          <Button type="submit" look="outline" className="w-full">
            <Trans>Order again</Trans>
          </Button>
        </form>
      )}
    </>
  )
}
