import { Trans, useLingui } from '@lingui/react/macro'

import { formatMoney } from '#shared/money/format-money.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { StepProps } from '../use-checkout.ts'
import { ChoiceStep } from './choice-step.tsx'

/** Asks for the shipping method. With JavaScript, a selection updates the total at once. */
export function DeliveryStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const options = data.checkout.shippingOptions.map(({ id, name, amount, days }) => ({
    id,
    label: name,
    hint: days ?? undefined,
    price: amount === 0 ? t`Free` : formatMoney(amount, cart.currency_code, locale),
  }))
  if (options.length === 0) {
    return (
      <Notice className="mt-8">
        <Trans>
          We can’t deliver to this address at the moment. Please use a different address or try again later.
        </Trans>
      </Notice>
    )
  }
  return (
    <ChoiceStep
      {...{ data, checkout, options }}
      step="delivery"
      action="/api/carts/current/shipping-methods"
      legend={t`Delivery method`}
      name="option_id"
      saved={cart.shipping_methods[0]?.shipping_option_id}
      submit={<Trans>Continue to payment</Trans>}
      onSend={(optionId) => checkout.finish((api, cartId) => api.addShippingMethod(cartId, optionId))}
      onSelect={(optionId) => void checkout.save((api, cartId) => api.addShippingMethod(cartId, optionId))}
    />
  )
}
