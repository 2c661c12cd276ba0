import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type RefObject, type SubmitEvent } from 'react'

import type { Cart } from '#shared/api/cart.ts'
import type { Flash } from '#shared/api/shop-data.ts'
import type { NamedCountry } from '#shared/country/name-countries.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { hasSameBilling } from '../details.ts'
import type { Checkout } from '../use-checkout.ts'
import { AddressFields } from './address-fields.tsx'
import { Step } from './step.tsx'

interface DetailsFormProps {
  formRef: RefObject<HTMLFormElement | null>
  cart: Cart
  countries: NamedCountry[]
  flash: Flash | null
  checkout: Checkout
}

/** Who buys, where it goes, and who is billed. */
export function DetailsForm({ formRef, cart, countries, flash, checkout }: DetailsFormProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const isAwake = useHydrated()
  const [isSaved, setSaved] = useState(false)
  const errors = checkout.problem?.fields ?? {}
  // A refused form came back with what was typed; only then an unticked box means what it says.
  const typed = flash?.values && 'email' in flash.values ? flash.values : undefined
  const isSame = typed ? 'billing_same' in typed : hasSameBilling(cart)

  async function saveHere(event: SubmitEvent) {
    event.preventDefault()
    const saved = await checkout.saveDetails()
    setSaved(saved !== undefined)
    if (saved) document.getElementById('delivery')?.scrollIntoView()
  }

  return (
    <Step name="details" number={1} title={t`Contact and address`} problem={checkout.problem}>
      <form
        ref={formRef}
        action="/api/carts/current"
        method="post"
        // The browser's own words come in the browser's language, not the page's.
        noValidate={isAwake}
        onSubmit={(event) => void saveHere(event)}
        onChange={() => setSaved(false)}
        className="group/details mt-6 space-y-8"
      >
        <input type="hidden" name="return_to" value={to('/checkout')} />
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          maxLength={254}
          defaultValue={typed?.['email'] ?? cart.email ?? ''}
          error={errors['email']}
        />
        <fieldset>
          <legend className="label-caps text-quiet">
            <Trans>Delivery address</Trans>
          </legend>
          <AddressFields kind="shipping_address" {...{ address: cart.shipping_address, countries, typed, errors }} />
        </fieldset>
        <div>
          <Checkbox
            label={<Trans>The billing address is the same</Trans>}
            name="billing_same"
            data-same
            defaultChecked={isSame}
          />
          <fieldset className="mt-4 group-has-[[data-same]:checked]/details:hidden">
            <legend className="label-caps text-quiet">
              <Trans>Billing address</Trans>
            </legend>
            <AddressFields
              // A list that React does not control shows what was saved only where it is made anew.
              key={cart.billing_address?.country_code}
              kind="billing_address"
              {...{ address: cart.billing_address, countries, typed, errors }}
            />
          </fieldset>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" look="outline" busy={checkout.busy === 'details'}>
            <Trans>Save and continue</Trans>
          </Button>
          <span aria-live="polite" className="text-sm text-success">
            {isSaved ? <Trans>Saved</Trans> : null}
          </span>
        </div>
      </form>
    </Step>
  )
}
