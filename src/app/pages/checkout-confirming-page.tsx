import { useLingui } from '@lingui/react/macro'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { localePath, DEFAULT_LOCALE, isLocale } from '#shared/i18n/locale.ts'
import type { Confirming, Flash } from '#shared/shop-data.ts'

import { ConfirmingView } from '../checkout/confirming/confirming-view.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

interface ConfirmingPageData {
  confirming: Confirming & { cartId: string }
  flash: Flash | null
}

export async function loader({ params, context }: LoaderFunctionArgs): Promise<ConfirmingPageData | Response> {
  const shop = context.get(shopDataContext)
  const locale = isLocale(params['lang']) ? params['lang'] : DEFAULT_LOCALE
  const { cartId, isPlaced, ...rest } = await shop.confirming()
  if (isPlaced) return redirect(localePath(locale, '/order/confirmation'))
  if (cartId === null) return redirect(localePath(locale, '/cart'))
  return { confirming: { cartId, isPlaced, ...rest }, flash: shop.flash() }
}

export function Component() {
  const { t } = useLingui()
  const { confirming, flash } = useLoaderData<ConfirmingPageData>()
  return (
    <>
      <PageHead title={t`We’re confirming your payment`} noindex />
      <ConfirmingView confirming={confirming} flash={flash} />
    </>
  )
}
