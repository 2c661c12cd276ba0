import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent } from 'react'

import type { Address } from '#shared/cart/cart.ts'
import { chosenSession, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import { addressLines } from '#shared/country/address-lines.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { AddressLines } from '../address/address-lines.tsx'
import { hasSameBilling } from '../address/details.ts'
import { PayPalPayment } from '../paypal/paypal-payment.tsx'
import type { StepProps } from '../use-checkout.ts'
import { usePaymentMethods } from './payment-step.tsx'
import { BackLink } from './step-form.tsx'
import { changePath } from './step-paths.ts'

/** Shows all entered data with links to change it, and the button that places the order. */
export function ReviewStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const paymentMethods = usePaymentMethods()
  const session = chosenSession(cart)
  const { shipping_address: shipping, billing_address: billing } = cart

  function order(event: SubmitEvent) {
    event.preventDefault()
    void checkout.placeOrder()
  }

  return (
    <div className="mt-8">
      <dl className="ruled border-y border-line">
        <Part step="contact" title={t`Contact`} change={t`Change contact details`}>
          {cart.email}
        </Part>
        <Part step="address" title={t`Delivery address`} change={t`Change delivery address`}>
          <DeliveryAddress address={shipping} data={data} />
        </Part>
        {hasSameBilling(cart) ? null : (
          <Part step="address" title={t`Billing address`} change={t`Change billing address`}>
            <DeliveryAddress address={billing} data={data} />
          </Part>
        )}
        <Part step="delivery" title={t`Delivery method`} change={t`Change delivery method`}>
          {cart.shipping_methods[0]?.name}
          <Arrival days={data.checkout.arrival} isPaidLater={session?.provider_id.startsWith('pp_system') ?? false} />
        </Part>
        <Part step="payment" title={t`Payment`} change={t`Change payment method`}>
          {paymentMethods[session?.provider_id ?? '']?.label}
        </Part>
      </dl>
      <form action="/api/carts/current/complete" method="post" onSubmit={order} className="mt-8">
        <input type="hidden" name="return_to" value={to('/order/confirmation')} />
        <div className="flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-3">
          <BackLink step="review" />
          {session?.approval ? (
            <PayPalPayment cart={cart} onApproved={() => location.assign(to('/checkout/confirming'))} />
          ) : (
            <Button type="submit" busy={checkout.isBusy} className="max-sm:w-full sm:min-w-72">
              <Trans>Place order</Trans>
              <span aria-hidden className="font-normal">
                {formatMoney(cart.total, cart.currency_code, locale)}
              </span>
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}

interface ArrivalProps {
  /** The dates if the order is placed now; null if they are not known. */
  days: string | null
  /** True for payment by invoice: the order is sent once it is paid. */
  isPaidLater: boolean
}

function Arrival({ days, isPaidLater }: ArrivalProps) {
  if (days === null) return null
  return (
    <span className="block text-sm text-quiet">
      {isPaidLater ? <Trans>{days}, if you pay the invoice today</Trans> : days}
    </span>
  )
}

interface PartProps {
  step: CheckoutStep
  title: string
  /** The accessible name of the link. It must be clear without its context. */
  change: string
  children: ReactNode
}

function Part({ step, title, change, children }: PartProps) {
  const to = useLocalePath()
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-6 py-4">
      <dt className="label-caps pt-1 text-quiet">{title}</dt>
      <dd className="col-start-1 mt-1 min-w-0 break-words">{children}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <a
          href={to(changePath(step))}
          aria-label={change}
          className="inline-flex min-h-11 items-center text-sm quiet-link"
        >
          <Trans>Change</Trans>
        </a>
      </dd>
    </div>
  )
}

function DeliveryAddress({ address, data }: { address: Address | null | undefined; data: StepProps['data'] }) {
  if (!address) return null
  const country = data.countries.find(({ code }) => code === address.country_code)?.name
  return <AddressLines lines={addressLines(address, country)} />
}
