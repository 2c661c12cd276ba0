import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'

import type { Cart } from '#shared/api/cart.ts'
import type { CheckoutData, Flash } from '#shared/api/shop-data.ts'
import { localePath } from '#shared/i18n/locale-path.ts'

import { createCallShop } from '../cart/cart-api.ts'
import { useCart } from '../cart/use-cart.ts'
import { usePage } from '../routing/page-context.tsx'
import { createCheckoutApi } from './checkout-api.ts'
import { problemOfFlash, useProblemWords, type CheckoutProblem, type Step } from './checkout-problem.ts'
import { findProblems, toCartUpdate } from './details.ts'

type Options = CheckoutData['shippingOptions']

export interface Checkout {
  shippingOptions: Options
  paymentProviders: CheckoutData['paymentProviders']
  /** The step whose work is under way. */
  busy: Step | null
  problem: CheckoutProblem | null
  /** Something to know that is no problem, such as a new currency. */
  notice: string | null
  /** @returns the cart as saved; undefined where something is wrong with the form or on the way */
  saveDetails(): Promise<Cart | undefined>
  chooseDelivery(optionId: string): Promise<void>
  placeOrder(providerId: string | undefined): Promise<void>
}

/** Checkout with JavaScript: the same forms, answered in place. */
export function useCheckout(
  cart: Cart | null,
  data: CheckoutData,
  flash: Flash | null,
  detailsForm: RefObject<HTMLFormElement | null>,
): Checkout {
  const { t } = useLingui()
  const { locale } = usePage()
  const { adopt, complete } = useCart()
  const words = useProblemWords()
  const api = useMemo(() => createCheckoutApi(createCallShop(locale)), [locale])
  const [offers, setOffers] = useState({ shipping: data.shippingOptions, payment: data.paymentProviders })
  const [busy, setBusy] = useState<Step | null>(null)
  const [problem, setProblem] = useState<CheckoutProblem | null>(() => problemOfFlash(flash))
  const [notice, setNotice] = useState<string | null>(null)
  const saved = useRef<string>(undefined)
  const cartId = cart?.id ?? ''

  useEffect(() => {
    // What the form shows at first is what the shop has, unless it was refused.
    if (detailsForm.current && data.cart?.email && !flash) saved.current = fingerprint(detailsForm.current)
  }, [data, flash, detailsForm])

  async function attempt<Result>(step: Step, action: () => Promise<Result>): Promise<Result | undefined> {
    if (busy) return undefined
    setBusy(step)
    setProblem(null)
    try {
      return await action()
    } catch (error) {
      setProblem(words.ofError(step, error))
      return undefined
    } finally {
      setBusy(null)
    }
  }

  async function sendDetails(form: HTMLFormElement): Promise<Cart> {
    const sent = fingerprint(form)
    const answer = await api.update(cartId, toCartUpdate(new FormData(form)))
    saved.current = sent
    adopt(answer.cart)
    setNotice(answer.notice ?? null)
    const [shipping, payment] = await Promise.all([api.shippingOptions(cartId), api.paymentProviders(cartId)])
    setOffers({ shipping: shipping.shipping_options, payment: payment.payment_providers })
    return withDelivery(answer.cart, shipping.shipping_options)
  }

  /** A total is only true with a way of delivery: until one is chosen, the cheapest. */
  async function withDelivery(current: Cart, options: Options): Promise<Cart> {
    const isChosen = options.some((option) => option.id === current.shipping_methods[0]?.shipping_option_id)
    const [cheapest] = options.toSorted((a, b) => a.amount - b.amount)
    if (isChosen || !cheapest) return current
    const { cart: delivered } = await api.addShippingMethod(cartId, cheapest.id)
    adopt(delivered)
    return delivered
  }

  async function saveDetails(step: Step = 'details'): Promise<Cart | undefined> {
    const form = detailsForm.current
    if (!form) return undefined
    const problems = findProblems(new FormData(form))
    const [first] = Object.keys(problems)
    if (first === undefined) return attempt(step, () => sendDetails(form))
    setProblem(words.ofForm(problems))
    const field = form.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
    return undefined
  }

  async function placeOrder(providerId: string | undefined): Promise<void> {
    const form = detailsForm.current
    if (form && fingerprint(form) !== saved.current) {
      const total = cart?.total
      const current = await saveDetails('payment')
      if (!current) return
      if (current.total !== total) {
        const message = t`Your details changed the total. Please look at it once more before you order.`
        return setProblem({ step: 'payment', message, fields: {} })
      }
    }
    await attempt('payment', async () => {
      await complete({ cartId, providerId })
      location.assign(localePath(locale, '/order/confirmation'))
    })
  }

  return {
    shippingOptions: offers.shipping,
    paymentProviders: offers.payment,
    busy,
    problem,
    notice,
    saveDetails: () => saveDetails(),
    placeOrder,
    async chooseDelivery(optionId) {
      const answer = await attempt('delivery', () => api.addShippingMethod(cartId, optionId))
      if (answer) adopt(answer.cart)
    },
  }
}

/** Two forms with the same fingerprint say the same. */
function fingerprint(form: HTMLFormElement): string {
  return JSON.stringify(toCartUpdate(new FormData(form)))
}
