import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'

import type { Cart } from '#shared/cart/cart.ts'
import { chosenSession } from '#shared/checkout/checkout-steps.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { FormValues } from '../drafts.ts'
import { PayPalPayment } from '../paypal/paypal-payment.tsx'
import { CHOOSE_PAYMENT_PATH } from '../step-paths.ts'
import type { StepProps } from '../use-checkout.ts'
import { Choice, type Option } from './choice.tsx'
import { Change, DetailsList } from './details-list.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { BackLink, StepForm, SubmitRow } from './step-form.tsx'

const PAYPAL = 'pp_paypal_paypal'

function usePaymentMethods(): Record<string, Omit<Option, 'id'> | undefined> {
  const { t } = useLingui()
  return {
    [PAYPAL]: useTakesCards()
      ? { label: t`Card or PayPal`, hint: t`You’ll pay by card or with your PayPal account in the next step.` }
      : { label: t`PayPal`, hint: t`You’ll approve the payment on PayPal, then come back here.` },
    pp_system_default: {
      label: t`Pay by invoice`,
      hint: t`You’ll pay once we’ve confirmed your order. You won’t be charged now.`,
    },
  }
}

/** Only a PayPal account takes cards and wallets. */
function useTakesCards(): boolean {
  return usePage().paymentLogos.some((logo) => logo !== 'PayPal')
}

export function PaymentStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const query = new URLSearchParams(useLocation().search)
  const approval = chosenSession(cart)?.approval
  const isChoosing = !approval || checkout.problem !== null || query.get('payment') === 'choose'
  return (
    <>
      <ErrorSummary
        problem={checkout.problem}
        labelOf={(field) => (field === 'provider_id' ? t`Payment method` : undefined)}
      />
      <div className="mt-8">
        <DetailsList cart={cart} data={data} />
        {cart.items.some(({ engraving }) => engraving) ? (
          <p className="mt-4 text-sm text-quiet">
            <Trans>
              Engraved pieces are made to your order: the right of withdrawal doesn’t apply to them, and they can’t be
              returned unless they’re faulty.
            </Trans>
          </p>
        ) : null}
        <h2 id="payment" className="label-caps mt-8 text-quiet">
          <Trans>Payment</Trans>
        </h2>
        {isChoosing ? <ChooseAndOrder {...{ cart, data, checkout }} /> : <Approve cart={cart} />}
      </div>
    </>
  )
}

function ChooseAndOrder({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  const isHydrated = useHydrated()
  const supported = usePaymentMethods()
  const takesCards = useTakesCards()
  const options = data.checkout.paymentProviders.flatMap(({ id }) => {
    const messages = supported[id]
    return messages ? [{ id, ...messages }] : []
  })
  const isPayPalWanted = new URLSearchParams(useLocation().search).get('payment') === 'paypal'
  const saved = isPayPalWanted ? PAYPAL : chosenSession(cart)?.provider_id
  const [selected, setSelected] = useState<FormDataEntryValue | null>(null)
  if (options.length === 0 && cart.total > 0) {
    return (
      <Notice className="mt-4">
        <Trans>No payment methods are available at the moment. Please try again later.</Trans>
      </Notice>
    )
  }
  // Without JavaScript the button cannot follow the selection, and a button that may place the order has to say so.
  const labelOf = (typed: FormValues | undefined) => {
    const wanted = selected ?? typed?.['provider_id'] ?? saved
    const current = options.find(({ id }) => id === wanted) ?? options[0]
    if (current?.id !== PAYPAL || (!isHydrated && options.length > 1)) return <Trans>Place order</Trans>
    return takesCards ? <Trans>Continue to payment</Trans> : <Trans>Continue to PayPal</Trans>
  }
  return (
    <StepForm
      step="payment"
      action="/api/carts/current/complete"
      flash={data.flash}
      onSend={(form) => checkout.placeOrder(form.get('provider_id'))}
      onEdited={(form) => setSelected(form.get('provider_id'))}
    >
      {(typed) => (
        <>
          <input type="hidden" name="total" value={cart.total} />
          {cart.total > 0 ? (
            <Choice
              legend={t`Payment`}
              name="provider_id"
              options={options}
              chosen={typed?.['provider_id'] ?? saved}
              error={checkout.problem?.fields['provider_id']}
            />
          ) : (
            <p>
              <Trans>There’s nothing to pay.</Trans>
            </p>
          )}
          <p className="mt-6 text-sm text-quiet">
            <Trans>
              By placing your order, you accept our{' '}
              <a href={to('/policies/terms-of-service')} className="quiet-link">
                terms of service
              </a>{' '}
              and{' '}
              <a href={to('/policies/return-policy')} className="quiet-link">
                return policy
              </a>
              .
            </Trans>
          </p>
          <SubmitRow step="payment" checkout={checkout}>
            {labelOf(typed)}
            <span aria-hidden className="font-normal">
              {formatMoney(cart.total, cart.currency_code, locale)}
            </span>
          </SubmitRow>
        </>
      )}
    </StepForm>
  )
}

/** The shopper approves the payment at the provider. */
function Approve({ cart }: { cart: Cart }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const method = usePaymentMethods()[chosenSession(cart)?.provider_id ?? '']
  return (
    <div className="mt-4">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-6 rounded-sm border border-edge bg-surface px-4 py-1.5">
        <p className="font-medium">{method?.label}</p>
        <Change path={CHOOSE_PAYMENT_PATH} name={t`Change payment method`} />
      </div>
      <div className="mt-8 flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-3">
        <BackLink step="payment" />
        <PayPalPayment cart={cart} onApproved={() => location.assign(to('/checkout/confirming'))} />
      </div>
    </div>
  )
}
