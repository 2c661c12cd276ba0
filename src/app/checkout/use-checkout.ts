import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { Cart, CartAnswer } from '#shared/cart/cart.ts'
import { chosenSession } from '#shared/checkout/checkout-steps.ts'

import { CartApiError, createCallShop } from '../cart/cart-api.ts'
import { useCartStore } from '../cart/use-cart.ts'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { createCheckoutApi, type CheckoutApi } from './checkout-api.ts'
import { problemOfFlash, useProblemMessages, type CheckoutProblem } from './checkout-problem.ts'
import { dropDraft, dropDrafts } from './drafts.ts'
import type { StepData } from './load-step.ts'
import { nextPath, stepPath } from './step-paths.ts'

type Work<Answer> = (api: CheckoutApi, cartId: string) => Promise<Answer>

export interface Checkout {
  isBusy: boolean
  problem: CheckoutProblem | null
  /** A message that is not an error, for example about a new currency. */
  notice: string | null
  showProblem(problem: CheckoutProblem): void
  /** Saves the details and navigates to the payment. If saving fails, the page shows the error. */
  finish(work: Work<CartAnswer>): Promise<void>
  /** Saves in the background. @throws CartApiError, which is not shown */
  saveQuietly(work: Work<CartAnswer>): Promise<CartAnswer>
  /** @throws CartApiError, which is not shown */
  readQuietly<Answer>(work: Work<Answer>): Promise<Answer>
  /** A payment that the shopper has to approve is only started. `provider` is null if there is nothing to pay. */
  placeOrder(provider: FormDataEntryValue | null): Promise<void>
}

export interface StepProps {
  /** As the shopper sees it now. `data` contains the cart as it was when the page loaded. */
  cart: Cart
  data: StepData
  checkout: Checkout
}

/** Without JavaScript, the server handles the forms. */
export function useCheckout(cart: Cart | null, { step, flash, checkout: loaded }: StepData): Checkout {
  const { locale } = usePage()
  const to = useLocalePath()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { adopt, changes, refresh } = useCartStore()
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

  useEffect(() => {
    if (loaded.notice && loaded.cart) adopt(loaded.cart)
  }, [loaded, adopt])

  function enqueue<Answer>(work: Work<Answer>): Promise<Answer> {
    const answered = saving.current.then(() => work(api, cartId))
    saving.current = answered.catch(() => undefined)
    return answered
  }

  async function saveQuietly(work: Work<CartAnswer>): Promise<CartAnswer> {
    const answer = await enqueue(work)
    adopt(answer.cart)
    return answer
  }

  async function save(work: Work<CartAnswer>): Promise<boolean> {
    try {
      const answer = await saveQuietly(work)
      setNotice(answer.notice ?? null)
      setProblem(null)
      return true
    } catch (error) {
      setProblem(messages.ofError(step, error))
      return false
    }
  }

  /** Ignores a double click. */
  async function runExclusively(action: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    await action()
    setBusy(false)
  }

  async function startPayment(provider: string): Promise<boolean> {
    const session = cart && problem === null ? chosenSession(cart) : undefined
    if (session?.provider_id === provider && !session.approval) return false
    const answer = await saveQuietly((calls, id) => calls.startPayment(id, provider))
    return chosenSession(answer.cart)?.approval !== undefined
  }

  async function order(provider: FormDataEntryValue | null): Promise<void> {
    const total = cart?.total ?? 0
    let sending
    try {
      sending = await changes()
      if (typeof provider === 'string' && (await startPayment(provider))) {
        setProblem(null)
        return await navigate(to(stepPath('payment')), { replace: true })
      }
    } catch (error) {
      return setProblem(messages.ofError('payment', error))
    }
    try {
      await sending.complete({ cartId, total })
      dropDrafts()
      location.assign(to('/order/confirmation'))
    } catch (error) {
      // The order may exist despite the error. The next page polls until the result is known.
      if (mayBePlaced(error)) return location.assign(to('/checkout/confirming'))
      if (isAboutTotal(error)) await refresh()
      setProblem(messages.ofError('payment', error))
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
        dropDraft('details')
        await navigate(to(nextPath('payment', search)))
      }),
    saveQuietly,
    readQuietly: (work) => work(api, cartId),
    placeOrder: (provider) => runExclusively(() => order(provider)),
  }
}

/** True after no response, a server error, or while another attempt is in progress. */
function mayBePlaced(error: unknown): boolean {
  if (!(error instanceof CartApiError) || error.status === 0 || error.status === 429) return true
  return error.status >= 500 || reasonOf(error) === 'in_progress'
}

function isAboutTotal(error: unknown): boolean {
  return error instanceof CartApiError && reasonOf(error) === 'total'
}

function reasonOf({ details }: CartApiError): unknown {
  return ((details ?? {}) as { reason?: unknown }).reason
}
