import { Trans } from '@lingui/react/macro'

import { takesPayPal } from '#shared/money/paypal-currencies.ts'

import { usePage } from '../../routing/page-context.tsx'

/**
 * A note before checkout that PayPal does not support the currency.
 * @param currency currency of the cart
 */
export function PayPalNote({ currency, className = '' }: { currency: string; className?: string }) {
  const { publicConfig } = usePage()
  if (!publicConfig.payPal || takesPayPal(currency)) return null
  return (
    <p className={`text-center text-sm text-quiet ${className}`}>
      <Trans>PayPal isn’t available in {currency}. Please choose another payment method.</Trans>
    </p>
  )
}
