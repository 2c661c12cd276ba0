import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { NoOrder, OrderRoom } from '../checkout/order-room.tsx'
import { toShownOrder, type ShownOrder } from '../checkout/shown-order.ts'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

export async function loader({ params, context }: LoaderFunctionArgs): Promise<ShownOrder> {
  return toShownOrder(await context.get(shopDataContext).foundOrder(), params['lang'])
}

/** An order that a guest has found by its number. */
export function Component() {
  const { t } = useLingui()
  const { order, country } = useLoaderData<ShownOrder>()
  return (
    <>
      <PageHead title={t`Your order`} noindex />
      {order ? <OrderRoom order={order} country={country?.name} isFound /> : <NoOrder />}
    </>
  )
}
