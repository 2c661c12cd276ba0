import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import type { Cart } from '#shared/cart/cart.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { AddressForms } from '#shared/checkout/checkout-steps.ts'
import type { SavedAddress, SavedDetails } from '#shared/checkout/saved-details.ts'

import { Checkbox } from '../../ui/check-field.tsx'
import { EmailField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AddressFields, useAddress } from '../address/address-fields.tsx'
import { findDetailsProblems, hasSameBilling, isLate, isSameAddress, toDetails } from '../address/details.ts'
import { useProblemMessages } from '../checkout-problem.ts'
import type { FormValues } from '../drafts.ts'
import type { DetailsPart } from '../step-paths.ts'
import type { StepProps } from '../use-checkout.ts'
import { DeliveryOptions } from './delivery-options.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { GiftFields, NeededBy } from './gift-fields.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { StepForm, SubmitRow } from './step-form.tsx'
import { useDelivery, type Delivery } from './use-delivery.ts'

export function DetailsStep({ cart, data, checkout }: StepProps) {
  const messages = useProblemMessages()
  const [forms, setForms] = useState<AddressForms>(data.checkout.addressForms)
  const addForm = (form: AddressForm) => setForms((known) => ({ ...known, [form.country]: form }))
  const delivery = useDelivery({ cart, data, checkout, forms })

  async function send(form: FormData) {
    const settled = delivery.settle(form)
    const problems = findDetailsProblems(form, forms)
    const formOf = (field: string) => {
      const country = form.get(`${field.split('.')[0]}.country_code`)
      return typeof country === 'string' ? forms[country] : undefined
    }
    if (Object.keys(problems).length > 0) return checkout.showProblem(messages.ofForm('details', problems, formOf))
    await checkout.finish(async (api, cartId) => api.update(cartId, toDetails(form, await settled)))
  }

  return (
    <StepForm step="details" action="/api/carts/current" flash={data.flash} onSend={send} onEdited={delivery.follow}>
      {(typed) => (
        <>
          <DetailsFields {...{ cart, data, checkout, typed, forms, addForm, delivery }} />
          <SubmitRow step="details" checkout={checkout}>
            <Trans>Continue to payment</Trans>
          </SubmitRow>
        </>
      )}
    </StepForm>
  )
}

interface DetailsFieldsProps extends StepProps {
  typed: FormValues | undefined
  forms: AddressForms
  addForm: (form: AddressForm) => void
  delivery: Delivery
}

function DetailsFields({ cart, data, checkout, typed, forms, addForm, delivery }: DetailsFieldsProps) {
  const { t } = useLingui()
  const { problem } = checkout
  const errors = problem?.fields ?? {}
  const { saved } = data.checkout
  const [pickedAddress, pickAddress] = useState<SavedAddress>()
  const first = beginningOf(cart, saved)
  const shared = { countries: data.countries, forms, addForm }
  const shipping = useAddress({
    ...shared,
    typed: pickedAddress ? undefined : typed,
    kind: 'shipping_address',
    address: pickedAddress?.address ?? first.shipping,
  })
  const billing = useAddress({ ...shared, typed, kind: 'billing_address', address: first.billing })
  const addressRef = useRef<HTMLDivElement>(null)
  const isFilledIn = first.shipping !== cart.shipping_address
  // The draft and the delivery methods follow as if the address had been typed.
  useEffect(() => {
    if (!pickedAddress && !isFilledIn) return
    for (const name of ['input', 'change']) addressRef.current?.dispatchEvent(new Event(name, { bubbles: true }))
  }, [pickedAddress, isFilledIn])
  const [picked, setPicked] = useState<string>()
  const savedDay = typed?.['gift.needed_by'] ?? cart.gift?.needed_by ?? ''
  const neededBy = picked ?? savedDay
  const choose = (day: string) => {
    const inTime = delivery.options.filter(({ latest }) => !isLate(latest, day))
    const known = [typed?.['option_id'], cart.shipping_methods[0]?.shipping_option_id]
    return known.find((id) => inTime.some((option) => option.id === id)) ?? inTime[0]?.id
  }
  const chosen = choose(neededBy)
  function needBy(day: string) {
    setPicked(day)
    const next = choose(day)
    if (next && next !== chosen) delivery.choose(next)
  }
  const labelOf = (field: string): string | undefined => {
    const [kind, name = ''] = field.split('.')
    if (kind === 'shipping_address') return shipping.labels[name]
    if (kind === 'billing_address') return `${t`Billing address`}, ${billing.labels[name]}`
    return {
      email: t`Email`,
      option_id: t`Delivery method`,
      'gift.needed_by': t`Needed by`,
      'gift.message': t`Message on the card`,
      confirm_currency: t`Currency`,
    }[field]
  }
  return (
    <div className="group/address flex flex-col gap-10">
      <ErrorSummary problem={problem} labelOf={labelOf} />
      <Section part="contact" title={t`Contact`}>
        <EmailField
          id="email"
          inputMode="email"
          maxLength={254}
          defaultValue={typed?.['email'] ?? cart.email ?? saved?.email ?? ''}
          error={errors['email']}
          className="mt-4"
        />
        <p className="mt-3 text-sm text-quiet">
          <Trans>We’ll only email you about this order.</Trans>
        </p>
      </Section>
      <Section part="address" title={t`Delivery address`}>
        {saved && saved.addresses.length > 0 ? (
          <SavedAddresses
            saved={saved}
            countries={data.countries}
            shown={
              saved.addresses.find(({ address }) => isSameAddress(address, pickedAddress?.address ?? first.shipping))
                ?.id
            }
            onPick={(one) => {
              pickAddress(one)
              shipping.setCountry(one.address.country_code ?? '')
            }}
          />
        ) : null}
        <div ref={addressRef} key={pickedAddress?.id}>
          <AddressFields kind="shipping_address" {...shipping} errors={errors} />
        </div>
        {saved ? (
          <Checkbox
            label={t`Save this address to my account`}
            name="save_address"
            value="true"
            defaultChecked={typed ? 'save_address' in typed : false}
            className="mt-4"
          />
        ) : null}
      </Section>
      <div id="billing" className="-mt-4 scroll-mt-6">
        <Checkbox
          label={t`Billing address is the same as delivery address`}
          name="billing_same"
          data-same
          // An unchecked box is missing from the form data.
          defaultChecked={typed ? 'billing_same' in typed : first.isSame}
        />
        <fieldset className="mt-4 group-has-[[data-same]:checked]/address:hidden">
          <legend className="label-caps text-quiet">
            <Trans>Billing address</Trans>
          </legend>
          <AddressFields kind="billing_address" {...billing} errors={errors} />
        </fieldset>
      </div>
      <div id="delivery" className="scroll-mt-6">
        <h2 className="label-caps text-quiet">
          <Trans>Delivery method</Trans>
        </h2>
        {/* Two methods fit, so that nothing moves when those of another country arrive. */}
        <div aria-busy={delivery.isLoading} className="mt-4 min-h-29 transition-opacity aria-busy:opacity-55">
          <DeliveryOptions
            options={delivery.options}
            currency={cart.currency_code}
            chosen={chosen}
            neededBy={neededBy}
            error={errors['option_id']}
            onSelect={delivery.choose}
          />
        </div>
        <div className="mt-6 border-t border-line">
          <NeededBy
            {...{ neededBy, savedDay, onChange: needBy, options: delivery.options, error: errors['gift.needed_by'] }}
          />
          {delivery.notice ? <Notice className="my-4">{delivery.notice}</Notice> : null}
          <GiftFields gift={cart.gift ?? null} typed={typed} error={errors['gift.message']} />
        </div>
      </div>
      {errors['confirm_currency'] ? (
        <Checkbox
          id="confirm_currency"
          label={t`Switch my cart’s currency`}
          name="confirm_currency"
          value="true"
          aria-invalid
        />
      ) : null}
    </div>
  )
}

function beginningOf(cart: Cart, saved: SavedDetails | null) {
  const { shipping_address: shipping, billing_address: billing } = cart
  if (shipping?.address_1 || !saved) return { shipping, billing, isSame: hasSameBilling(cart) }
  const delivery = saved.addresses.find(({ is_default_shipping: isDefault }) => isDefault)?.address ?? shipping
  const invoice = saved.addresses.find(({ is_default_billing: isDefault }) => isDefault)?.address
  return { shipping: delivery, billing: invoice ?? billing, isSame: !invoice || isSameAddress(delivery, invoice) }
}

function Section({ part, title, children }: { part: DetailsPart; title: string; children: ReactNode }) {
  return (
    <fieldset id={part} className="min-w-0 scroll-mt-6">
      <legend className="label-caps text-quiet">{title}</legend>
      {children}
    </fieldset>
  )
}
