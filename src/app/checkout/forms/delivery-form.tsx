import { Trans, useLingui } from '@lingui/react/macro'

import type { Cart } from '#shared/api/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { Checkout } from '../use-checkout.ts'
import { Choice, Choices } from './choice.tsx'
import { Step } from './step.tsx'

/** How it travels, and what that costs. A choice counts at once; without JavaScript, with its button. */
export function DeliveryForm({ cart, checkout }: { cart: Cart; checkout: Checkout }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const isAwake = useHydrated()
  const { problem, busy } = checkout
  // Where it goes decides how it goes: before that, prices would be those of no place.
  const options = cart.shipping_address?.country_code
    ? checkout.shippingOptions.toSorted((a, b) => a.amount - b.amount)
    : []
  const chosen = cart.shipping_methods[0]?.shipping_option_id
  const isBusy = busy === 'delivery'
  return (
    <Step name="delivery" number={2} title={t`Shipping method`} problem={problem}>
      {options.length === 0 ? (
        <p className="mt-4 text-quiet">
          <Trans>Save your address to see how we can deliver.</Trans>
        </p>
      ) : (
        <form
          action="/api/carts/current/shipping-methods"
          method="post"
          aria-busy={isBusy || undefined}
          className="mt-6"
        >
          <input type="hidden" name="return_to" value={to('/checkout#delivery')} />
          <Choices legend={t`Shipping method`} error={problem?.fields['option_id']}>
            {options.map((option) => (
              <Choice
                // A radio that React does not control keeps what the shopper clicked while the answer is on its way.
                key={`${option.id} ${chosen === option.id}`}
                name="option_id"
                value={option.id}
                defaultChecked={option.id === chosen}
                onChange={() => void checkout.chooseDelivery(option.id)}
                label={option.name}
                figure={option.amount === 0 ? t`Free` : formatMoney(option.amount, cart.currency_code, locale)}
              />
            ))}
          </Choices>
          {isAwake ? null : (
            <Button type="submit" look="outline" className="mt-5">
              <Trans>Use this shipping method</Trans>
            </Button>
          )}
        </form>
      )}
    </Step>
  )
}
