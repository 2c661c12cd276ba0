import { Trans, useLingui } from '@lingui/react/macro'
import type { PayPalCardFieldsComponent, PayPalCardFieldError, PayPalCardFieldsStyleOptions } from '@paypal/paypal-js'
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type Ref } from 'react'

import type { Cart, Funding } from '#shared/cart/cart.ts'

import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PayPalSdk } from './paypal-sdk.ts'

interface CardFormProps {
  sdk: PayPalSdk
  cart: Cart
  total: string
  /** Returns the id of the PayPal order that is paid. */
  startOrder: (funding: Funding) => Promise<string>
  onApproved: () => void
  onCancelled: () => void
}

type Field = 'number' | 'expiry' | 'cvv'
type Fields = Record<Field, ReturnType<PayPalCardFieldsComponent['NumberField']>>

const FIELD_OF: Partial<Record<PayPalCardFieldError, Field>> = {
  INELIGIBLE_CARD_VENDOR: 'number',
  INVALID_NUMBER: 'number',
  INVALID_EXPIRY: 'expiry',
  INVALID_CVV: 'cvv',
}

/** The fields are frames of PayPal: the card's data never reaches the shop. */
export function CardForm({ sdk, cart, total, startOrder, onApproved, onCancelled }: CardFormProps) {
  const { t } = useLingui()
  const [cards, setCards] = useState<{ form: PayPalCardFieldsComponent; fields: Fields } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [isRefused, setRefused] = useState(false)
  const number = useRef<HTMLDivElement>(null)
  const expiry = useRef<HTMLDivElement>(null)
  const cvv = useRef<HTMLDivElement>(null)
  const handleApproved = useEffectEvent(onApproved)
  const handleCancelled = useEffectEvent(onCancelled)

  useEffect(() => {
    const form = sdk.CardFields?.({
      createOrder: () => startOrder('card'),
      onApprove: () => handleApproved(),
      onCancel: () => handleCancelled(),
      onError: (error) => {
        console.error('The card payment failed:', error)
        setRefused(true)
      },
      style: styleOfPage(),
    })
    if (!form?.isEligible() || !number.current || !expiry.current || !cvv.current) return undefined
    const fields = { number: form.NumberField({}), expiry: form.ExpiryField({}), cvv: form.CVVField({}) }
    void fields.number.render(number.current)
    void fields.expiry.render(expiry.current)
    void fields.cvv.render(cvv.current)
    setCards({ form, fields })
    return () => {
      for (const field of Object.values(fields)) void field.close()
    }
  }, [sdk, startOrder, number, expiry, cvv])

  async function pay({ form, fields }: NonNullable<typeof cards>): Promise<void> {
    const messages = {
      number: t`Please check the card number.`,
      expiry: t`Please check the expiry date.`,
      cvv: t`Please check the security code.`,
    }
    setBusy(true)
    setRefused(false)
    const { errors: found } = await form.getState()
    const wrong = [...new Set(found.flatMap((error) => FIELD_OF[error] ?? []))]
    setErrors(Object.fromEntries(wrong.map((field) => [field, messages[field]])))
    if (wrong[0]) fields[wrong[0]].focus()
    else await form.submit({ billingAddress: toBillingAddress(cart) }).catch(() => setRefused(true))
    setBusy(false)
  }

  return (
    <section aria-labelledby="pay-by-card" className={cards ? 'flex flex-col gap-4' : 'hidden'}>
      <h2 id="pay-by-card" className="label-caps text-quiet">
        <Trans>Or pay by card</Trans>
      </h2>
      <CardField label={t`Card number`} place={number} error={errors.number} />
      <div className="grid grid-cols-2 gap-4">
        <CardField label={t`Expiry date`} place={expiry} error={errors.expiry} />
        <CardField label={t`Security code`} place={cvv} error={errors.cvv} />
      </div>
      {isRefused ? (
        <Notice tone="error">
          <Trans>
            Your card wasn’t accepted and you haven’t been charged. Please check its details, or choose another way to
            pay.
          </Trans>
        </Notice>
      ) : null}
      <Button busy={isBusy} onClick={() => cards && void pay(cards)} className="w-full">
        <Trans>Pay by card</Trans>
        <span aria-hidden className="font-normal">
          {total}
        </span>
      </Button>
    </section>
  )
}

interface CardFieldProps {
  label: string
  place: Ref<HTMLDivElement>
  error: string | undefined
}

/** PayPal's frame has the label inside for screen readers. */
function CardField({ label, place, error }: CardFieldProps): ReactNode {
  const id = useId()
  return (
    <div role="group" aria-label={label} aria-describedby={error ? id : undefined}>
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      <div
        ref={place}
        className={`mt-1.5 h-12 rounded-sm border bg-surface ${error ? 'border-error' : 'border-edge'}`}
      />
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </div>
  )
}

/** PayPal's frames cannot read the page's styles. */
function styleOfPage(): Record<string, PayPalCardFieldsStyleOptions> {
  const { color, fontFamily } = getComputedStyle(document.body)
  return {
    body: { padding: '0' },
    input: {
      color,
      'font-family': fontFamily,
      'font-size': '16px',
      padding: '12px 14px',
      border: 'none',
      outline: 'none',
    },
  }
}

/** The bank compares this address with its own. */
function toBillingAddress({ billing_address: billing, shipping_address: shipping }: Cart) {
  const address = billing?.country_code ? billing : shipping
  const known = {
    addressLine1: address?.address_1,
    addressLine2: address?.address_2,
    adminArea2: address?.city,
    adminArea1: address?.province,
    postalCode: address?.postal_code,
    countryCode: address?.country_code,
  }
  return Object.fromEntries(Object.entries(known).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}
