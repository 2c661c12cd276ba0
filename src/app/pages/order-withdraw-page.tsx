import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { WithdrawalForm, WholeOrderForm } from '#shared/order/withdrawal-form.ts'
import type { Flash } from '#shared/shop-data.ts'

import { NothingHeld, WithdrawalView } from '../orders/withdrawal/withdrawal-view.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

interface WithdrawPageData {
  order: WithdrawalForm | WholeOrderForm | null
  /** Also true if the shopper cannot withdraw from the chosen products. */
  hasChosen: boolean
  flash: Flash | null
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<WithdrawPageData> {
  const shop = context.get(shopDataContext)
  const asked = new URL(request.url).searchParams
  return { order: await shop.withdrawalForm(asked), hasChosen: asked.has('chosen'), flash: shop.flash() }
}

/** The shopper chooses the products, then confirms. */
export function Component() {
  const { t } = useLingui()
  const { order, hasChosen, flash } = useLoaderData<WithdrawPageData>()
  return (
    <>
      <PageHead
        title={t`Withdraw from contract`}
        description={t`Choose the items you no longer want and confirm: two steps, no reason needed.`}
        noindex
      />
      {order ? <WithdrawalView order={order} hasChosen={hasChosen} flash={flash} /> : <NothingHeld flash={flash} />}
    </>
  )
}
