import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { TransferView, type Transfer } from '../orders/transfer-view.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

/** The loader only reads, because mail scanners follow every link and must not answer the request. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Transfer> {
  const shop = context.get(shopDataContext)
  const asked = new URL(request.url).searchParams
  const orderId = asked.get('order') ?? ''
  const token = asked.get('token') ?? ''
  const number = orderId && token ? await shop.orderNumber(orderId) : null
  return { orderId, token, number, notice: shop.flash()?.message ?? null }
}

export function Component() {
  const { t } = useLingui()
  const transfer = useLoaderData<Transfer>()
  return (
    <>
      <PageHead title={t`Order transfer`} noindex />
      <TransferView transfer={transfer} />
    </>
  )
}
