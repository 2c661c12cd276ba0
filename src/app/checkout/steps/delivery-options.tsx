import { Trans, useLingui } from '@lingui/react/macro'

import type { ShippingOptionList } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { usePage } from '../../routing/page-context.tsx'
import { isLate } from '../address/details.ts'
import { Choice } from './choice.tsx'

interface DeliveryOptionsProps {
  options: ShippingOptionList['shipping_options']
  currency: string
  chosen: string | null | undefined
  /** ISO day; '' for any day. Methods that are slower can't be selected. */
  neededBy: string
  error?: string
  onSelect: (id: string) => void
}

export function DeliveryOptions({ options, currency, chosen, neededBy, error, onSelect }: DeliveryOptionsProps) {
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
      // The first selection is made anew for another day.
      key={neededBy}
      options={options.map(({ id, name, amount, days, latest }) => ({
        id,
        label: name,
        hint: isLate(latest, neededBy) ? t`Too late for your date: ${days}` : (days ?? undefined),
        isDisabled: isLate(latest, neededBy),
        price: amount === 0 ? t`Free` : formatMoney(amount, currency, locale),
      }))}
      {...{ chosen, error, onSelect }}
    />
  )
}
