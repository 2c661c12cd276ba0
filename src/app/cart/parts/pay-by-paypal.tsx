import { Trans } from '@lingui/react/macro'

import { isPayPalCurrency } from '#shared/money/paypal-currencies.ts'

import { usePage } from '../../routing/page-context.tsx'
import { CheckoutLink } from './checkout-link.tsx'

export function PayByPayPal({ currency }: { currency: string }) {
  const { publicConfig } = usePage()
  if (!publicConfig.payPal) return null
  if (isPayPalCurrency(currency)) return <CheckoutLink isPayPal className="mt-2 w-full" />
  return (
    <p className="mt-3 text-center text-sm text-quiet">
      <Trans>PayPal isn’t available in {currency}. Please choose another payment method.</Trans>
    </p>
  )
}
