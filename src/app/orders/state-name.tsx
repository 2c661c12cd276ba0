import { useLingui } from '@lingui/react/macro'

import type { Order } from '#shared/order/order.ts'

export function StateName({ state }: Pick<Order, 'state'>) {
  const { t } = useLingui()
  const names: Record<Order['state'], string> = {
    placed: t`Placed`,
    awaiting_payment: t`Awaiting payment`,
    paid: t`Paid`,
    preparing: t`Being prepared`,
    partly_shipped: t`Partly shipped`,
    shipped: t`Shipped`,
    partly_delivered: t`Partly delivered`,
    delivered: t`Delivered`,
    partly_returned: t`Partly returned`,
    returned: t`Returned`,
    refunded: t`Refunded`,
    canceled: t`Cancelled`,
  }
  return names[state]
}
