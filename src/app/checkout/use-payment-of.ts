import { useEffect } from 'react'
import { useNavigate } from 'react-router'

import type { Cart } from '#shared/cart/cart.ts'
import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { PAY_ANEW_PATH } from './steps/step-paths.ts'

/**
 * Leads back from the last step where the payment that was chosen is no longer the cart's: a code has changed the total,
 * here or in another tab. What cannot be paid must not be ordered.
 */
export function usePaymentOf(cart: Cart | null, step: CheckoutStep): void {
  const to = useLocalePath()
  const navigate = useNavigate()
  // A payment that has failed is still there, and has words of its own.
  const sessions = cart?.payment_collection?.payment_sessions ?? []
  const isMissing =
    step === 'review' && cart !== null && cart.items.length > 0 && cart.total > 0 && sessions.length === 0
  const path = isMissing ? to(PAY_ANEW_PATH) : null
  useEffect(() => {
    if (path) void navigate(path, { replace: true })
  }, [path, navigate])
}
