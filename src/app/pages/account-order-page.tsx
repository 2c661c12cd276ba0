import { Trans, useLingui } from '@lingui/react/macro'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { OrderView, NoOrder } from '../orders/order-view.tsx'
import { toShownOrder, type ShownOrder } from '../orders/shown-order.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'

interface AccountOrder extends ShownOrder {
  notice: string | null
}

export async function loader({ params, context }: LoaderFunctionArgs): Promise<AccountOrder | Response> {
  const shop = context.get(shopDataContext)
  const order = await shop.accountOrder(params['id'] ?? '')
  if (order === undefined) return redirect(`/${params['lang']}/account/sign-in`)
  return { ...toShownOrder(order, params['lang']), notice: shop.flash()?.message ?? null }
}

export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { order, country, reorderKey, notice } = useLoaderData<AccountOrder>()
  return (
    <>
      <PageHead title={t`Your order`} noindex />
      <div className="page-width -mb-6 max-w-5xl pt-5 md:-mb-12">
        <a
          href={to('/account')}
          className="inline-flex min-h-11 items-center gap-2 text-sm text-quiet hover:text-ink print:hidden"
        >
          <ArrowLeftIcon className="size-4 shrink-0" />
          <Trans>Your orders</Trans>
        </a>
      </div>
      {order ? (
        <OrderView order={order} country={country?.name} reorderKey={reorderKey} notice={notice} isFound />
      ) : (
        <NoOrder />
      )}
    </>
  )
}
