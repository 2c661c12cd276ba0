import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { Cart, CartAnswer } from '#shared/cart/cart.ts'

import { CartApiError, createCallShop } from '../cart/cart-api.ts'
import { useCartStore } from '../cart/use-cart.ts'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { createCheckoutApi, type CheckoutApi } from './checkout-api.ts'
import { problemOfFlash, useProblemMessages, type CheckoutProblem } from './checkout-problem.ts'
import { dropDraft, dropDrafts } from './drafts.ts'
import type { StepData } from './load-step.ts'
import { nextPath, stepPath } from './steps/step-paths.ts'

type Work = (
  api: Pick<CheckoutApi, 'update' | 'addShippingMethod' | 'startPayment'>,
  cartId: string,
) => Promise<CartAnswer>

export interface Checkout {
  /** Whether a request is in progress. */
  isBusy: boolean
  /** The error of the current step. */
  problem: CheckoutProblem | null
  /** A message that is not an error, for example about a new currency. */
  notice: string | null
  showProblem(problem: CheckoutProblem): void
  /** Saves the step and navigates to the next one. If saving fails, the page remains open and shows the error. */
  finish(work: Work): Promise<void>
  /** Saves the step like `finish`, but does not navigate. */
  save(work: Work): Promise<void>
  placeOrder(): Promise<void>
}

export interface StepProps {
  /** The cart as the shopper sees it now. In contrast, `data` contains the cart as it was when the page loaded. */
  cart: Cart
  data: StepData
  checkout: Checkout
}

/** Handles the checkout forms in the browser. Without JavaScript, the server handles them. */
export function useCheckout(cart: Cart | null, { step, flash }: StepData): Checkout {
  const { locale } = usePage()
  const to = useLocalePath()
  const navigate = useNavigate()
  const query = new URLSearchParams(useLocation().search)
  const { adopt, changes } = useCartStore()
  const messages = useProblemMessages()
  const api = useMemo(() => createCheckoutApi(createCallShop(locale)), [locale])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CheckoutProblem | null>(() => problemOfFlash(flash, step))
  // A flash message without values belongs to an accepted form, for example one that changed the currency.
  const [notice, setNotice] = useState(flash && !flash.values ? flash.message : null)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const cartId = cart?.id ?? ''
  // Preloads the code that places the order, so that it cannot fail to load after the payment.
  useEffect(() => void changes(), [changes])

  /**
   * Runs `work` after the previous work and shows its error.
   * @returns whether it succeeded
   */
  function save(work: Work): Promise<boolean> {
    const saved = saving.current.then(async () => {
      try {
        const answer = await work(api, cartId)
        adopt(answer.cart)
        setNotice(answer.notice ?? null)
        setProblem(null)
        return true
      } catch (error) {
        setProblem(messages.ofError(step, error))
        return false
      }
    })
    saving.current = saved
    return saved
  }

  /** Ignores the action while another one is running, for example after a double click. */
  async function runExclusively(action: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    await action()
    setBusy(false)
  }

  async function order(): Promise<void> {
    const loaded = await changes().catch((error: unknown) => setProblem(messages.ofError('review', error)))
    if (!loaded) return
    try {
      await loaded.complete({ cartId })
      dropDrafts()
      location.assign(to('/order/confirmation'))
    } catch (error) {
      // The order may exist despite the error. The next page polls until the result is known.
      if (mayBePlaced(error)) return location.assign(to('/checkout/confirming'))
      const isRefusedPayment = error instanceof CartApiError && error.status === 402
      setProblem(messages.ofError(isRefusedPayment ? 'payment' : 'review', error))
      if (isRefusedPayment) await navigate(to(stepPath('payment')))
    }
  }

  return {
    isBusy,
    problem: problem?.step === step ? problem : null,
    notice,
    showProblem: setProblem,
    finish: (work) =>
      runExclusively(async () => {
        if (!(await save(work))) return
        dropDraft(step)
        await navigate(to(nextPath(step, query)))
      }),
    async save(work) {
      await save(work)
    },
    placeOrder: () => runExclusively(order),
  }
}

/** Returns whether the result is unknown: no response, a server error, or another attempt in progress. */
function mayBePlaced(error: unknown): boolean {
  if (!(error instanceof CartApiError) || error.status === 0 || error.status === 429) return true
  const { reason } = (error.details ?? {}) as { reason?: unknown }
  return error.status >= 500 || reason === 'in_progress'
}
