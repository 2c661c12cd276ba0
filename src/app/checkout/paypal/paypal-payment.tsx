import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Cart } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { usePage } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface PayPalPaymentProps {
  /** With a payment session that waits for its shopper's approval. */
  cart: Cart
  onApproved: () => void
}

/** Before hydration, and if PayPal's buttons do not load, it is a link. */
type State = 'asleep' | 'loading' | 'ready' | 'limited'

/** The way to PayPal: its own button in place, or a plain link to its page. */
export function PayPalPayment({ cart, onApproved }: PayPalPaymentProps) {
  const { publicConfig, locale } = usePage()
  const [state, setState] = useState<State>('asleep')
  const [isCancelled, setCancelled] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const leave = useEffectEvent(onApproved)
  const account = publicConfig.payPal
  const approval = approvalOf(cart)
  const orderId = approval?.order_id

  useEffect(() => {
    if (!account || !orderId) return undefined
    const life = new AbortController()
    const fail = () => !life.signal.aborted && setState('limited')
    async function show(payPal: NonNullable<typeof account>, order: string): Promise<void> {
      setState('loading')
      const { showButtons } = await import('./show-buttons.ts')
      if (!place.current || life.signal.aborted) return
      const isShown = await showButtons({
        account: payPal,
        locale,
        orderId: order,
        place: place.current,
        onApproved: () => leave(),
        onCancelled: () => setCancelled(true),
        onFailed: fail,
        signal: life.signal,
      })
      if (isShown) setState('ready')
    }
    show(account, orderId).catch(fail)
    return () => life.abort()
  }, [account, locale, orderId])

  if (!approval) return null
  const hasLink = state === 'asleep' || state === 'limited'
  return (
    <div className="flex w-full flex-col gap-4 sm:w-80">
      {isCancelled ? (
        <Notice>
          <Trans>The payment was cancelled and nothing was charged. Your cart is as it was.</Trans>
        </Notice>
      ) : null}
      {state === 'limited' ? (
        <Notice>
          <Trans>PayPal’s button does not work in this browser. You can pay on PayPal’s own page instead.</Trans>
        </Notice>
      ) : null}
      {hasLink ? (
        <ButtonLink href={approval.url} className="w-full">
          <Trans>Continue to PayPal</Trans>
          <span aria-hidden className="font-normal">
            {formatMoney(cart.total, cart.currency_code, locale)}
          </span>
        </ButtonLink>
      ) : null}
      {/* What stands here is PayPal's; its place has the height of a button from the beginning. */}
      <div className={`relative ${hasLink ? 'hidden' : 'min-h-12'}`}>
        {state === 'loading' ? (
          <div className="absolute inset-0 grid place-items-center rounded-sm border border-line">
            <p role="status" className="text-sm text-quiet">
              <Trans>One moment…</Trans>
            </p>
          </div>
        ) : null}
        <div ref={place} />
      </div>
    </div>
  )
}

function approvalOf(cart: Cart) {
  return cart.payment_collection?.payment_sessions.find(({ approval }) => approval)?.approval
}
