import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'

import { localePath } from '#shared/i18n/locale.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import type { Confirming, Flash } from '#shared/shop-data.ts'

import { CartApiError, createCallShop, type CallShop } from '../../cart/cart-api.ts'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { afterInBrowser } from '../../ui/timers.ts'
import { pollOrder, type OrderPoll, type Outcome } from './poll-order.ts'

type Wait = 'short' | 'long' | 'very-long'

const LONG_MS = 8_000
const VERY_LONG_MS = 40_000

interface ConfirmingViewProps {
  confirming: Confirming & { cartId: string }
  flash: Flash | null
}

/** The page between payment and order. Without JavaScript, the shopper uses the button instead of polling. */
export function ConfirmingView({ confirming: { cartId, email }, flash }: ConfirmingViewProps) {
  const to = useLocalePath()
  const { isPending, wait, tryNow } = useOrderPoll(cartId)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    tryNow()
  }

  return (
    <div className="page-width flex flex-col items-center py-16 text-center md:py-24">
      <h1 className="display max-w-words text-3xl md:text-4xl">
        <Trans>We’re confirming your payment</Trans>
      </h1>
      <div role="status" className="mt-5 flex min-h-24 max-w-words flex-col gap-3 text-quiet">
        <WaitMessage wait={wait} email={email} />
      </div>
      {flash ? <Notice className="mt-4 max-w-words">{flash.message}</Notice> : null}
      <form action={`/api/carts/${cartId}/complete`} method="post" onSubmit={submit} className="mt-6">
        <input type="hidden" name="return_to" value={to('/checkout/confirming')} />
        <Button type="submit" busy={isPending} className="min-w-64">
          <Trans>Confirm order</Trans>
        </Button>
      </form>
      <p className="mt-10 text-sm text-quiet">
        <Trans>
          Your reference: <span className="font-semibold text-ink">{referenceOf(cartId)}</span>
        </Trans>
      </p>
    </div>
  )
}

function WaitMessage({ wait, email }: { wait: Wait; email: string | null }) {
  const { t } = useLingui()
  const mail = email
    ? t`We’ll email ${email} as soon as your order is placed.`
    : t`We’ll email you as soon as your order is placed.`
  return (
    <>
      <p>
        {wait === 'short' ? (
          <Trans>One moment, please. If nothing happens, press the button. You won’t be charged twice.</Trans>
        ) : (
          <Trans>This is taking longer than usual. Nothing has been lost, and you won’t be charged twice.</Trans>
        )}
      </p>
      {wait === 'very-long' ? (
        <p>
          <Trans>You can close this page and come back later. It will pick up where it left off.</Trans> {mail}{' '}
          <Trans>If you contact us, please quote the reference below.</Trans>
        </p>
      ) : null}
    </>
  )
}

/** Short enough to read out. Support staff can find the cart by it. */
function referenceOf(cartId: string): string {
  return cartId.slice(-8).toUpperCase()
}

function useOrderPoll(cartId: string) {
  const { locale } = usePage()
  const [isPending, setPending] = useState(false)
  const [wait, setWait] = useState<Wait>('short')
  const pollRef = useRef<OrderPoll>(undefined)

  useEffect(() => {
    const controller = new AbortController()
    const call = createCallShop(locale)
    const poll = pollOrder({
      complete: () => complete(call, cartId),
      after: afterInBrowser,
      onRequest: setPending,
      // Uses `replace`, so that the back button on the order page does not lead to this page.
      onEnd: (end) => location.replace(end.kind === 'placed' ? localePath(locale, '/order/confirmation') : end.page),
    })
    pollRef.current = poll
    const cleanups = [
      afterInBrowser(LONG_MS, () => setWait('long')),
      afterInBrowser(VERY_LONG_MS, () => setWait('very-long')),
      poll.stop,
    ]
    const retry = () => document.visibilityState === 'visible' && poll.now()
    addEventListener('online', retry, { signal: controller.signal })
    document.addEventListener('visibilitychange', retry, { signal: controller.signal })
    poll.now()
    return () => {
      controller.abort()
      for (const cleanup of cleanups) cleanup()
    }
  }, [cartId, locale])

  return { isPending, wait, tryNow: () => pollRef.current?.now() }
}

async function complete(call: CallShop, cartId: string): Promise<Outcome> {
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
