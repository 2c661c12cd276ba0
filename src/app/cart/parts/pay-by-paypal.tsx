import { Trans } from '@lingui/react/macro'

import { takesPayPal } from '#shared/money/paypal-currencies.ts'

import { usePage } from '../../routing/page-context.tsx'
import { CheckoutLink } from './checkout-link.tsx'

/**
 * A link to checkout that preselects PayPal, or a note that PayPal does not support the currency.
 * @param props.currency the cart's currency
 */
export function PayByPayPal({ currency }: { currency: string }) {
  const { publicConfig } = usePage()
  if (!publicConfig.payPal) return null
  if (takesPayPal(currency)) return <CheckoutLink isPayPal className="mt-2 w-full" />
  return (
    <p className="mt-3 text-center text-sm text-quiet">
      <Trans>PayPal isn’t available in {currency}. Please choose another payment method.</Trans>
    </p>
  )
}
