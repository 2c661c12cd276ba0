import { Trans, useLingui } from '@lingui/react/macro'

import type { ShippingOptionList } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Choice } from './choice.tsx'

interface DeliveryOptionsProps {
  options: ShippingOptionList['shipping_options']
  currency: string
  /** The id of the selected option. */
  chosen: string | null | undefined
  error?: string | undefined
  onSelect: (id: string) => void
}

/** The shipping methods of the delivery country, with their prices and dates. */
export function DeliveryOptions({ options, currency, chosen, error, onSelect }: DeliveryOptionsProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  if (options.length === 0) {
    return (
      <p className="text-sm text-quiet">
        <Trans>
          We can’t deliver to this address at the moment. Please use a different address or try again later.
        </Trans>
      </p>
    )
  }
  return (
    <Choice
      legend={t`Delivery method`}
      name="option_id"
      options={options.map(({ id, name, amount, days }) => ({
        id,
        label: name,
        hint: days ?? undefined,
        price: amount === 0 ? t`Free` : formatMoney(amount, currency, locale),
      }))}
      {...{ chosen, error, onSelect }}
    />
  )
}
