import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { AccountView } from '#shared/account/account.ts'
import type { Flash } from '#shared/shop-data.ts'

import { AccountFrame } from '../account/account-frame.tsx'
import { AccountOrders } from '../account/account-orders.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { ButtonLink } from '../ui/button.tsx'

type AccountPageData = AccountView & { flash: Flash | null }

export async function loader({ params, context }: LoaderFunctionArgs): Promise<AccountPageData | Response> {
  const shop = context.get(shopDataContext)
  const account = await shop.account()
  return account ? { ...account, flash: shop.flash() } : redirect(`/${params['lang']}/account/sign-in`)
}

export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const customer = useLoaderData<AccountPageData>()
  const { first_name: name, orders, orderCount, flash } = customer
  const title = t`Your account`
  return (
    <>
      <PageHead title={title} noindex />
      <AccountFrame customer={customer} title={name ? t`Hello, ${name}` : title} path="/account" flash={flash}>
        <section className="mt-10" aria-labelledby="orders">
          <h2 id="orders" className="display text-xl">
            <Trans>Your orders</Trans>
          </h2>
          {orders.length > 0 ? (
            <>
              <p className="mt-2 text-quiet">
                <Plural value={orderCount} one="# order" other="# orders" />
              </p>
              <AccountOrders orders={orders} />
            </>
          ) : (
            <div className="mt-4 flex flex-col items-start gap-5">
              <p className="text-quiet">
                <Trans>No orders yet. Orders you place with this email address will appear here.</Trans>
              </p>
              <ButtonLink href={to('/shop')}>
                <Trans>Browse the shop</Trans>
              </ButtonLink>
            </div>
          )}
        </section>
      </AccountFrame>
    </>
  )
}
