import { Trans, useLingui } from '@lingui/react/macro'

import { formatMoney } from '#shared/money/format-money.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Choice, Choices } from './choice.tsx'
import { StepForm } from './step-form.tsx'
import type { StepProps } from './step-props.ts'

/** The shipping methods with their prices. With JavaScript a choice changes the total at once. */
export function DeliveryStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const options = data.checkout.shippingOptions
  const taken = cart.shipping_methods[0]?.shipping_option_id
  const chosen = options.find(({ id }) => id === taken) ?? options[0]
  if (options.length === 0) {
    return (
      <Notice className="mt-8">
        <Trans>We cannot deliver to this address at the moment. Please choose another one, or try again later.</Trans>
      </Notice>
    )
  }

  async function send(form: FormData) {
    const optionId = form.get('option_id')
    if (typeof optionId !== 'string') return
    await checkout.finish((api, cartId) => api.addShippingMethod(cartId, optionId))
  }

  return (
    <StepForm
      step="delivery"
      action="/api/carts/current/shipping-methods"
      flash={data.flash}
      checkout={checkout}
      submit={<Trans>Continue to payment</Trans>}
      onSend={send}
    >
      {(typed) => (
        <Choices legend={t`Shipping method`} error={checkout.problem?.fields['option_id']}>
          {options.map(({ id, name, amount }) => (
            <Choice
              key={id}
              name="option_id"
              value={id}
              defaultChecked={id === (options.find((one) => one.id === typed?.['option_id']) ?? chosen)?.id}
              onChange={() => void checkout.save((api, cartId) => api.addShippingMethod(cartId, id))}
              label={name}
              figure={amount === 0 ? t`Free` : formatMoney(amount, cart.currency_code, locale)}
            />
          ))}
        </Choices>
      )}
    </StepForm>
  )
}
