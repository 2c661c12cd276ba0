import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { Cart } from '#shared/cart/cart.ts'
import { doneSteps, type CheckoutStep, isCheckoutStep } from '#shared/checkout/checkout-steps.ts'

import { EmptyCart } from '../cart/parts/empty-cart.tsx'
import { useRenderedCart } from '../cart/use-rendered-cart.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { findContactProblems, toContact } from './address/details.ts'
import { useProblemMessages } from './checkout-problem.ts'
import type { StepData } from './load-step.ts'
import { OrderSummary } from './order-summary.tsx'
import { AddressStep } from './steps/address-step.tsx'
import { DeliveryStep } from './steps/delivery-step.tsx'
import { PaymentStep } from './steps/payment-step.tsx'
import { ReviewStep } from './steps/review-step.tsx'
import { StepForm } from './steps/step-form.tsx'
import { StepList, useStepNames } from './steps/step-list.tsx'
import { currentPath, pathAfterChange, PAY_AGAIN_PATH } from './steps/step-paths.ts'
import { useCheckout, type StepProps } from './use-checkout.ts'

const VIEWS: Record<CheckoutStep, (props: StepProps) => React.ReactNode> = {
  contact: ContactStep,
  address: AddressStep,
  delivery: DeliveryStep,
  payment: PaymentStep,
  review: ReviewStep,
}

/** Renders a step of checkout. Its form also works without JavaScript. */
export function CheckoutView({ data }: { data: StepData }) {
  const { step } = data
  const cart = useRenderedCart(data.checkout.cart)
  const checkout = useCheckout(cart, data)
  const name = useStepNames()[step]
  const arrivalNotice = useArrivalNotice(step)
  const query = new URLSearchParams(useLocation().search)
  useRedirectWithoutPayment(cart, step)
  if (!cart || cart.items.length === 0) return <EmptyCart isPage />
  const View = VIEWS[step]
  const problem = checkout.problem?.message ?? null
  const isCodeRefused = data.flash?.fields?.['promo_codes'] !== undefined
  const notice = problem === null ? (checkout.notice ?? arrivalNotice) : null
  return (
    <div className="page-width grid grid-cols-1 gap-x-16 gap-y-6 py-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:col-span-2">
        <StepList step={step} done={doneSteps(cart, data.checkout.addressForms)} />
      </div>
      <aside aria-labelledby="order-summary" className="max-lg:max-w-2xl lg:order-last">
        <OrderSummary
          key={step === 'review' ? 'open' : 'closed'}
          cart={cart}
          page={currentPath(step, query)}
          pageAfterChange={pathAfterChange(step, query)}
          flash={data.flash}
          isOpenAtStart={step === 'review' || isCodeRefused}
        />
      </aside>
      <div className="max-w-2xl">
        <p className="label-caps text-gold">
          <Trans context="title of the page">Checkout</Trans>
        </p>
        <h1 className="display mt-2 text-3xl md:text-4xl">{name}</h1>
        {notice ? <Notice className="mt-6">{notice}</Notice> : null}
        {problem === null ? null : (
          <Notice tone="error" className="mt-6">
            {problem}
          </Notice>
        )}
        <View key={step} cart={cart} data={data} checkout={checkout} />
      </div>
    </div>
  )
}

/**
 * Redirects from the last step to the payment step if the cart has lost its payment session. This happens when a
 * promotion code has changed the total, here or in another tab. An order without a payment session must not be placed.
 */
function useRedirectWithoutPayment(cart: Cart | null, step: CheckoutStep): void {
  const to = useLocalePath()
  const navigate = useNavigate()
  // A cart with a failed payment still has a session and shows its own message.
  const sessions = cart?.payment_collection?.payment_sessions ?? []
  const isMissing =
    step === 'review' && cart !== null && cart.items.length > 0 && cart.total > 0 && sessions.length === 0
  const path = isMissing ? to(PAY_AGAIN_PATH) : null
  useEffect(() => {
    if (path) void navigate(path, { replace: true })
  }, [path, navigate])
}

/**
 * Returns a message that explains a redirect to this step, from the query of its URL; null if there was no redirect.
 */
function useArrivalNotice(step: CheckoutStep): string | null {
  const { t } = useLingui()
  const query = new URLSearchParams(useLocation().search)
  const names = useStepNames()
  if (query.get('payment') === 'cancelled')
    return t`Your payment was cancelled and you haven’t been charged. Your cart hasn’t changed.`
  if (query.get('payment') === 'failed') {
    return t`Your payment wasn’t accepted and you haven’t been charged. Please try again or choose another payment method.`
  }
  if (query.get('payment') === 'anew' && step === 'payment')
    return t`The total has changed. Please choose a payment method again.`
  const wanted = query.get('for')
  if (!isCheckoutStep(wanted) || wanted === step) return null
  const [here, there] = [names[step], names[wanted]]
  return t`Please complete “${here}” first, then continue to “${there}”.`
}

/** Asks for the email address. */
function ContactStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const messages = useProblemMessages()

  async function send(form: FormData) {
    const problems = findContactProblems(form)
    if (Object.keys(problems).length > 0) return checkout.showProblem(messages.ofForm('contact', problems))
    await checkout.finish((api, cartId) => api.update(cartId, toContact(form)))
  }

  return (
    <StepForm
      step="contact"
      action="/api/carts/current"
      flash={data.flash}
      checkout={checkout}
      submit={<Trans>Continue to address</Trans>}
      onSend={send}
    >
      {(typed) => (
        <>
          <TextField
            label={t`Email`}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            maxLength={254}
            defaultValue={typed?.['email'] ?? cart.email ?? ''}
            error={checkout.problem?.fields['email']}
          />
          <p className="mt-3 text-sm text-quiet">
            <Trans>We’ll only email you about this order.</Trans>
          </p>
        </>
      )}
    </StepForm>
  )
}
