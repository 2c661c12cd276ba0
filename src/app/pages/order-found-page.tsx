import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { NoOrder, OrderView } from '../orders/order-view.tsx'
import { toShownOrder, type ShownOrder } from '../orders/shown-order.ts'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

interface FoundOrder extends ShownOrder {
  notice: string | null
}

export async function loader({ params, context }: LoaderFunctionArgs): Promise<FoundOrder> {
  const shop = context.get(shopDataContext)
  const notice = shop.flash()?.message ?? null
  return { ...toShownOrder(await shop.foundOrder(), params['lang']), notice }
}

export function Component() {
  const { t } = useLingui()
  const { order, country, reorderKey, notice } = useLoaderData<FoundOrder>()
  return (
    <>
      <PageHead title={t`Your order`} noindex />
      {order ? (
        <OrderView order={order} country={country?.name} reorderKey={reorderKey} notice={notice} isFound />
      ) : (
        <NoOrder />
      )}
    </>
  )
}
