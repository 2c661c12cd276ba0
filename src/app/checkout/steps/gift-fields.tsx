import { Trans, useLingui } from '@lingui/react/macro'

import { MOST_CARD_TEXT } from '#shared/cart/card-text.ts'
import type { ShippingOptionList } from '#shared/cart/cart.ts'
import type { Gift } from '#shared/cart/gift.ts'
import { writeDays } from '#shared/delivery/delivery-days.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Accordion } from '../../ui/accordion.tsx'
import { Checkbox } from '../../ui/check-field.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import type { FormValues } from '../drafts.ts'

interface GiftFieldsProps {
  gift: Gift | null
  typed: FormValues | undefined
  error: string | undefined
}

export function GiftFields({ gift, typed, error }: GiftFieldsProps) {
  const { t } = useLingui()
  const isChecked = (name: 'wrap' | 'hide_prices') => (typed ? `gift.${name}` in typed : (gift?.[name] ?? false))
  const message = typed?.['gift.message'] ?? gift?.message ?? ''
  const isOpen = isChecked('wrap') || isChecked('hide_prices') || message !== ''
  return (
    <div id="gift" className="scroll-mt-6">
      <Accordion title={t`This is a gift`} open={isOpen}>
        <div className="text-base text-ink">
          <Checkbox
            label={t`Gift wrap`}
            hint={t`A gift box with a ribbon, free of charge`}
            name="gift.wrap"
            value="true"
            defaultChecked={isChecked('wrap')}
          />
          <Checkbox
            label={t`No prices in the parcel`}
            hint={t`The packing list shows the pieces without their prices.`}
            name="gift.hide_prices"
            value="true"
            defaultChecked={isChecked('hide_prices')}
          />
          <TextAreaField
            id="gift.message"
            label={t`Message on the card`}
            name="gift.message"
            isOptional
            rows={4}
            maxLength={MOST_CARD_TEXT}
            defaultValue={message}
            error={error}
            className="mt-3"
          />
          <p className="mt-2 text-sm text-quiet">
            <Trans>Up to {MOST_CARD_TEXT} characters. We print it on a card exactly as you write it.</Trans>
          </p>
        </div>
      </Accordion>
    </div>
  )
}

interface NeededByProps {
  /** ISO day; '' for none. */
  neededBy: string
  savedDay: string
  onChange: (day: string) => void
  options: ShippingOptionList['shipping_options']
  error: string | undefined
}

/** The days start with the earliest that a delivery method can meet. */
export function NeededBy({ neededBy, savedDay, onChange, options, error }: NeededByProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const earliest = options.flatMap(({ latest }) => latest ?? []).toSorted()[0]
  if (earliest === undefined && !neededBy && !error) return null
  const day = earliest && writeDays({ earliest, latest: earliest }, locale)
  const tooEarly =
    neededBy && earliest && neededBy < earliest ? t`The earliest date we can deliver by is ${day}.` : undefined
  return (
    <Accordion title={t`I need it by a certain date`} open={savedDay !== '' || error !== undefined}>
      <TextField
        id="gift.needed_by"
        label={t`Needed by`}
        name="gift.needed_by"
        type="date"
        isOptional
        min={earliest}
        defaultValue={savedDay}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={tooEarly ?? error}
        className="max-w-60 text-ink"
      />
      <p className="mt-2">
        <Trans>We’ll offer only the delivery methods that arrive in time.</Trans>
      </p>
    </Accordion>
  )
}
