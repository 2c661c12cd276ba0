import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { Cart, CartAnswer } from '#shared/cart/cart.ts'

import { CartApiError, createCallShop } from '../cart/cart-api.ts'
import { useCartStore } from '../cart/use-cart.ts'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { createCheckoutApi, type CheckoutApi } from './checkout-api.ts'
import { problemOfFlash, useProblemMessages, type CheckoutProblem } from './checkout-problem.ts'
import { dropDraft, dropDrafts } from './drafts/drafts.ts'
import type { StepData } from './load-step.ts'
import { nextPath, stepPath } from './steps/step-paths.ts'

type Work = (
  api: Pick<CheckoutApi, 'update' | 'addShippingMethod' | 'startPayment'>,
  cartId: string,
) => Promise<CartAnswer>

export interface Checkout {
  /** Whether a call is under way. */
  isBusy: boolean
  /** The problem of the shown step. */
  problem: CheckoutProblem | null
  /** Something to know that is no problem, such as a new currency. */
  notice: string | null
  refuse(problem: CheckoutProblem): void
  /** Saves the step and goes to the next; stays and shows the problem if that fails. */
  finish(work: Work): Promise<void>
  /** As above, but stays. */
  save(work: Work): Promise<void>
  placeOrder(): Promise<void>
}

/** Checkout with JavaScript: the same forms, answered in place. */
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
  // A form that was taken has something to say as well, such as a new currency.
  const [notice, setNotice] = useState(flash && !flash.values ? flash.message : null)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const cartId = cart?.id ?? ''
  // Loads the code of later writes early, so that a shopper who has paid does not wait for it.
  useEffect(() => void changes(), [changes])

  /** Saves after other saves in progress and shows a problem. @returns whether it succeeded */
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

  /** One at a time: a second click is the same wish. */
  async function busily(action: () => Promise<void>): Promise<void> {
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
      // If the order may have been placed, the confirming page finds out.
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
    refuse: setProblem,
    finish: (work) =>
      busily(async () => {
        if (!(await save(work))) return
        dropDraft(step)
        await navigate(to(nextPath(step, query)))
      }),
    async save(work) {
      await save(work)
    },
    placeOrder: () => busily(order),
  }
}

/** No response, a server error, or another attempt in progress: the outcome is unknown. */
function mayBePlaced(error: unknown): boolean {
  if (!(error instanceof CartApiError) || error.status === 0 || error.status === 429) return true
  const { reason } = (error.details ?? {}) as { reason?: unknown }
  return error.status >= 500 || reason === 'in_progress'
}
