import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { NoOrder, OrderView } from '../orders/order-view.tsx'
import { toShownOrder, type ShownOrder } from '../orders/shown-order.ts'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

export async function loader({ params, context }: LoaderFunctionArgs): Promise<ShownOrder> {
  return toShownOrder(await context.get(shopDataContext).order(), params['lang'])
}

export function Component() {
  const { t } = useLingui()
  const { order, country } = useLoaderData<ShownOrder>()
  return (
    <>
      <PageHead
        title={t`Order confirmation`}
        description={t`What you bought, where it’s going and what happens next.`}
        noindex
      />
      {order ? <OrderView order={order} country={country?.name} /> : <NoOrder />}
    </>
  )
}
