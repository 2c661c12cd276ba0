import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { Address, Cart } from '#shared/cart/cart.ts'
import { addressLines, type NamedCountry } from '#shared/country/address-lines.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { AddressLines } from '../address/address-lines.tsx'
import { hasSameBilling } from '../address/details.ts'
import { GiftLines, isGift, NeededByDay } from '../gift-lines.tsx'
import type { StepData } from '../load-step.ts'
import { changePath, type DetailsPart } from '../step-paths.ts'

/** Prefix of the provider for invoices. The order is sent once the invoice is paid. */
const INVOICE = 'pp_system'

export function DetailsList({ cart, data: { countries, checkout } }: { cart: Cart; data: StepData }) {
  const { t } = useLingui()
  const { arrival, paymentProviders } = checkout
  return (
    <dl className="ruled border-y border-line">
      <Part part="contact" title={t`Contact`} change={t`Change contact details`}>
        {cart.email}
      </Part>
      <Part part="address" title={t`Delivery address`} change={t`Change delivery address`}>
        <Lines address={cart.shipping_address} countries={countries} />
      </Part>
      {hasSameBilling(cart) ? null : (
        <Part part="billing" title={t`Billing address`} change={t`Change billing address`}>
          <Lines address={cart.billing_address} countries={countries} />
        </Part>
      )}
      <Part part="delivery" title={t`Delivery method`} change={t`Change delivery method`}>
        {cart.shipping_methods[0]?.name}
        {arrival === null ? null : (
          <span className="block text-sm text-quiet">
            {paymentProviders.every(({ id }) => id.startsWith(INVOICE)) ? (
              <Trans>{arrival}, if you pay as soon as you get our bank details</Trans>
            ) : (
              arrival
            )}
          </span>
        )}
        <NeededByDay gift={cart.gift} />
      </Part>
      {isGift(cart.gift) ? (
        <Part part="gift" title={t`Gift`} change={t`Change gift options`}>
          <GiftLines gift={cart.gift} />
        </Part>
      ) : null}
    </dl>
  )
}

interface PartProps {
  part: DetailsPart
  title: string
  /** The accessible name of the link. It must be clear without its context. */
  change: string
  children: ReactNode
}

function Part({ part, title, change, children }: PartProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-6 py-4">
      <dt className="label-caps pt-1 text-quiet">{title}</dt>
      <dd className="col-start-1 mt-1 min-w-0 break-words">{children}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Change path={changePath(part)} name={change} />
      </dd>
    </div>
  )
}

/** @param props.path without its language */
export function Change({ path, name }: { path: string; name: string }) {
  const to = useLocalePath()
  return (
    <a href={to(path)} aria-label={name} className="inline-flex min-h-11 items-center text-sm quiet-link">
      <Trans>Change</Trans>
    </a>
  )
}

function Lines({ address, countries }: { address: Address | null | undefined; countries: NamedCountry[] }) {
  if (!address) return null
  const country = countries.find(({ code }) => code === address.country_code)?.name
  return <AddressLines lines={addressLines(address, country)} />
}
