import { useEffect, useRef, useState } from 'react'

import { localePath } from '#shared/i18n/locale.ts'
import type { OrderAnswer } from '#shared/order/order.ts'

import { CartApiError, createCallShop, type CallShop } from '../../cart/cart-api.ts'
import { afterInBrowser } from '../../cart/sync/serial-queue.ts'
import { usePage } from '../../routing/page-context.tsx'
import { keepAsking, type Answer, type Asking } from './keep-asking.ts'

/** How long the shopper has waited; the message changes with it. */
export type Wait = 'short' | 'long' | 'very-long'

const LONG_MS = 8_000
const VERY_LONG_MS = 40_000

interface Confirming {
  isAsking: boolean
  wait: Wait
  askNow: () => void
}

/** Polls with JavaScript, then navigates to where the outcome leads. */
export function useConfirming(cartId: string): Confirming {
  const { locale } = usePage()
  const [isAsking, setIsAsking] = useState(false)
  const [wait, setWait] = useState<Wait>('short')
  const asking = useRef<Asking>(undefined)

  useEffect(() => {
    const life = new AbortController()
    const call = createCallShop(locale)
    const current = keepAsking({
      ask: () => complete(call, cartId),
      after: afterInBrowser,
      onAsking: setIsAsking,
      // Replaces the history entry, so that Back from the order does not return to the waiting page.
      onEnd: (end) => location.replace(end.kind === 'placed' ? localePath(locale, '/order/confirmation') : end.page),
    })
    asking.current = current
    const calls = [
      afterInBrowser(LONG_MS, () => setWait('long')),
      afterInBrowser(VERY_LONG_MS, () => setWait('very-long')),
      current.stop,
    ]
    const again = () => document.visibilityState === 'visible' && current.now()
    addEventListener('online', again, { signal: life.signal })
    document.addEventListener('visibilitychange', again, { signal: life.signal })
    current.now()
    return () => {
      life.abort()
      for (const end of calls) end()
    }
  }, [cartId, locale])

  return { isAsking, wait, askNow: () => asking.current?.now() }
}

async function complete(call: CallShop, cartId: string): Promise<Answer> {
  try {
    await call<OrderAnswer>('POST', `/carts/${cartId}/complete`, { follow: true })
    return { kind: 'placed' }
  } catch (error) {
    const { page, retryAfterSeconds } = detailsOf(error)
    const isOver = page !== undefined && !page.endsWith('/checkout/confirming')
    return isOver
      ? { kind: 'refused', page }
      : { kind: 'unknown', waitMs: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000 }
  }
}

function detailsOf(error: unknown): { page?: string; retryAfterSeconds?: number } {
  if (!(error instanceof CartApiError)) return {}
  return error.details ?? {}
}
