import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { Cart } from '#shared/cart/cart.ts'
import { type CheckoutStep, firstUndone, isCheckoutStep } from '#shared/checkout/checkout-steps.ts'

import { EmptyCart } from '../cart/parts/empty-cart.tsx'
import { useRenderedCart } from '../cart/use-rendered-cart.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { Notice } from '../ui/notice.tsx'
import type { StepData } from './load-step.ts'
import { OrderSummary } from './order-summary.tsx'
import { pathAfterCode, PAY_AGAIN_PATH, stepPath } from './step-paths.ts'
import { DetailsStep } from './steps/details-step.tsx'
import { PaymentStep } from './steps/payment-step.tsx'
import { StepList, useStepNames } from './steps/step-list.tsx'
import { useCheckout, type StepProps } from './use-checkout.ts'

const VIEWS: Record<CheckoutStep, (props: StepProps) => React.ReactNode> = {
  details: DetailsStep,
  payment: PaymentStep,
}

/** The form also works without JavaScript. */
export function CheckoutView({ data }: { data: StepData }) {
  const { step } = data
  const cart = useRenderedCart(data.checkout.cart)
  const checkout = useCheckout(cart, data)
  const name = useStepNames()[step]
  const arrivalNotice = useArrivalNotice(data)
  useRedirectWithoutPayment(cart, step)
  const notice = checkout.problem === null ? (checkout.notice ?? data.checkout.notice ?? arrivalNotice) : null
  if (!cart || cart.items.length === 0) return <EmptyCart isPage reason={checkout.problem?.message ?? notice} />
  const View = VIEWS[step]
  const isCodeRefused = data.flash?.fields?.['promo_codes'] !== undefined
  return (
    <div className="page-width grid grid-cols-1 gap-x-16 gap-y-6 py-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:col-span-2">
        <StepList step={step} first={firstUndone(cart, data.checkout.addressForms)} />
      </div>
      <aside aria-labelledby="order-summary" className="lg:order-last">
        <OrderSummary
          key={step}
          cart={cart}
          page={stepPath(step)}
          pageAfterChange={pathAfterCode(step)}
          flash={data.flash}
          isOpenAtStart={step === 'payment' || isCodeRefused}
        />
      </aside>
      <div className="lg:max-w-2xl">
        <p className="label-caps text-gold">
          <Trans context="title of the page">Checkout</Trans>
        </p>
        <h1 className="display mt-2 text-3xl md:text-4xl">{name}</h1>
        {notice ? <Notice className="mt-6">{notice}</Notice> : null}
        <View key={step} cart={cart} data={data} checkout={checkout} />
      </div>
    </div>
  )
}

/**
 * A promotion code may have changed the total, here or in another tab, so the cart has lost the payment that had begun.
 */
function useRedirectWithoutPayment(cart: Cart | null, step: CheckoutStep): void {
  const to = useLocalePath()
  const navigate = useNavigate()
  const hasBegun = (cart?.payment_collection?.payment_sessions ?? []).length > 0
  const hadBegun = useRef(false)
  const path = to(PAY_AGAIN_PATH)
  const canPay = step === 'payment' && cart !== null && cart.items.length > 0 && cart.total > 0
  useEffect(() => {
    if (canPay && hadBegun.current && !hasBegun) void navigate(path, { replace: true })
    hadBegun.current = hasBegun
  }, [canPay, hasBegun, path, navigate])
}

/** Explains a redirect to this step, from the query of its URL. */
function useArrivalNotice({ step, checkout }: StepData): string | null {
  const { t } = useLingui()
  const query = new URLSearchParams(useLocation().search)
  const names = useStepNames()
  if (query.get('payment') === 'cancelled')
    return t`Your payment was cancelled and you haven’t been charged. Your cart hasn’t changed.`
  if (query.get('payment') === 'failed') {
    return t`Your payment wasn’t accepted and you haven’t been charged. Please try again or choose another payment method.`
  }
  if (query.get('payment') === 'anew' && step === 'payment') {
    return checkout.paymentProviders.length > 1
      ? t`The total has changed. Please choose a payment method again.`
      : t`The total has changed.`
  }
  const wanted = query.get('for')
  if (!isCheckoutStep(wanted) || wanted === step) return null
  const [here, there] = [names[step], names[wanted]]
  return t`Please complete “${here}” first, then continue to “${there}”.`
}
