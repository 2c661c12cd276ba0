import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { AccountAddresses } from '#shared/account/account.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { SavedAddress } from '#shared/checkout/saved-details.ts'
import { addressLines, nameCountries, type NamedCountry } from '#shared/country/address-lines.ts'
import { DEFAULT_LOCALE, isLocale } from '#shared/i18n/locale.ts'
import type { Flash } from '#shared/shop-data.ts'

import { AccountFrame } from '../account/account-frame.tsx'
import { AddressFields, useAddress } from '../checkout/address/address-fields.tsx'
import { AddressLines } from '../checkout/address/address-lines.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Checkbox } from '../ui/check-field.tsx'

interface AddressesData {
  customer: AccountAddresses
  countries: NamedCountry[]
  /** The id of the address that is edited, `new` for a new one; null if only the list is shown. */
  edited: string | null
  flash: Flash | null
}

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<AddressesData | Response> {
  const shop = context.get(shopDataContext)
  const customer = await shop.accountAddresses()
  if (!customer) return redirect(`/${params['lang']}/account/sign-in`)
  const flash = shop.flash()
  const typed = flash?.values?.['address.country_code'] ?? ''
  const forms = { ...customer.addressForms }
  if (/^[A-Z]{2}$/.test(typed)) forms[typed] ??= await shop.addressForm(typed)
  const locale = isLocale(params['lang']) ? params['lang'] : DEFAULT_LOCALE
  return {
    customer: { ...customer, addressForms: forms },
    countries: nameCountries(customer.countries, locale),
    edited: new URL(request.url).searchParams.get('edit'),
    flash,
  }
}

export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const data = useLoaderData<AddressesData>()
  const { customer, edited, flash } = data
  const { addresses } = customer
  const title = t`Addresses`
  const isNew = edited === 'new' || addresses.length === 0
  return (
    <>
      <PageHead title={title} noindex />
      <AccountFrame customer={customer} title={title} path="/account/addresses" flash={flash}>
        <p className="mt-10 text-quiet">
          <Trans>Checkout fills in your default addresses. You can choose another one there.</Trans>
        </p>
        {addresses.length > 0 ? (
          <ul className="mt-8 grid gap-6 sm:grid-cols-2">
            {addresses.map((saved) => (
              <li key={saved.id} className={saved.id === edited ? 'sm:col-span-2' : ''}>
                {saved.id === edited ? (
                  <EditAddress data={data} saved={saved} />
                ) : (
                  <AddressCard data={data} saved={saved} />
                )}
              </li>
            ))}
          </ul>
        ) : null}
        {isNew ? (
          <EditAddress data={data} />
        ) : (
          <ButtonLink href={to('/account/addresses?edit=new#edit')} look="outline" className="mt-8">
            <Trans>Add an address</Trans>
          </ButtonLink>
        )}
      </AccountFrame>
    </>
  )
}

function AddressCard({ data: { customer, countries }, saved }: { data: AddressesData; saved: SavedAddress }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { id, address, is_default_shipping: isShipping, is_default_billing: isBilling } = saved
  const country = countries.find(({ code }) => code === address.country_code)?.name
  const lines = addressLines(address, country ?? address.country_code ?? undefined)
  const name = lines.slice(0, 2).join(', ')
  return (
    <div className="flex h-full flex-col justify-between gap-6 border border-line p-4 sm:p-6">
      <div>
        {isShipping || isBilling ? (
          <p className="mb-3 text-sm text-gold">
            {isShipping && isBilling ? (
              <Trans>Default for delivery and billing</Trans>
            ) : isShipping ? (
              <Trans>Default for delivery</Trans>
            ) : (
              <Trans>Default for billing</Trans>
            )}
          </p>
        ) : null}
        <AddressLines lines={lines} />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <ButtonLink
          href={to(`/account/addresses?edit=${id}#edit`)}
          look="outline"
          aria-label={t`Edit the address ${name}`}
        >
          <Trans>Edit</Trans>
        </ButtonLink>
        <form action={`/api/account/addresses/${id}/delete`} method="post">
          <FormFields email={customer.email} />
          <Button type="submit" look="outline" aria-label={t`Delete the address ${name}`}>
            <Trans>Delete</Trans>
          </Button>
        </form>
      </div>
    </div>
  )
}

function EditAddress({ data, saved }: { data: AddressesData; saved?: SavedAddress }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { customer, countries, flash } = data
  const [forms, setForms] = useState(customer.addressForms)
  const address = useAddress({
    kind: 'address',
    address: saved?.address ?? { first_name: customer.first_name, last_name: customer.last_name },
    countries,
    forms,
    addForm: (form: AddressForm) => setForms((known) => ({ ...known, [form.country]: form })),
    typed: flash?.fields ? flash.values : undefined,
  })
  const isFirst = customer.addresses.length === 0
  const title = saved ? t`Edit the address` : t`New address`
  return (
    <form
      action={saved ? `/api/account/addresses/${saved.id}` : '/api/account/addresses'}
      method="post"
      noValidate
      id="edit"
      aria-label={title}
      className="mt-8 max-w-160"
    >
      <FormFields email={customer.email} edited={saved?.id ?? 'new'} />
      <h2 className="display text-xl">{title}</h2>
      <AddressFields kind="address" {...address} errors={flash?.fields ?? {}} />
      {isFirst ? null : (
        <div className="mt-6 flex flex-col gap-3">
          {/* A browser does not send an unchecked box. */}
          <input type="hidden" name="is_default_shipping" value="false" />
          <input type="hidden" name="is_default_billing" value="false" />
          <Checkbox
            label={t`Use as my default delivery address`}
            name="is_default_shipping"
            value="true"
            defaultChecked={saved?.is_default_shipping ?? false}
          />
          <Checkbox
            label={t`Use as my default billing address`}
            name="is_default_billing"
            value="true"
            defaultChecked={saved?.is_default_billing ?? false}
          />
        </div>
      )}
      <div className="mt-8 flex flex-wrap gap-4">
        <Button type="submit" className="max-sm:w-full">
          <Trans>Save address</Trans>
        </Button>
        {isFirst ? null : (
          <ButtonLink href={to('/account/addresses')} look="outline" className="max-sm:w-full">
            <Trans>Cancel</Trans>
          </ButtonLink>
        )}
      </div>
    </form>
  )
}

function FormFields({ email, edited }: { email: string; edited?: string }) {
  const to = useLocalePath()
  const page = to('/account/addresses')
  return (
    <>
      <input type="hidden" name="return_to" value={page} />
      <input type="hidden" name="refused_to" value={edited ? `${page}?edit=${edited}#edit` : page} />
      <input type="hidden" name="username" value={email} autoComplete="username" />
    </>
  )
}
