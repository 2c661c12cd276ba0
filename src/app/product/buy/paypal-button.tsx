import { Trans } from '@lingui/react/macro'

import { CHECKOUT_WITH_PAYPAL } from '#shared/checkout/checkout-paths.ts'
import { isPayPalCurrency } from '#shared/money/paypal-currencies.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'

/** A second button of the form that adds a product, which continues to checkout with PayPal preselected. */
export function PayPalButton({ currency }: { currency: string | undefined }) {
  const to = useLocalePath()
  const { publicConfig } = usePage()
  if (!publicConfig.payPal || !currency || !isPayPalCurrency(currency)) return null
  return (
    <Button
      type="submit"
      look="outline"
      name="return_to"
      value={to(CHECKOUT_WITH_PAYPAL)}
      className="mt-2 w-full group-has-[[data-other]:checked]/buy:hidden"
    >
      <Trans>Buy with PayPal</Trans>
    </Button>
  )
}
