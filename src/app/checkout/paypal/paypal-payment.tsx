import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Cart } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { usePage } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface PayPalPaymentProps {
  /** A cart whose payment session waits for the shopper's approval. */
  cart: Cart
  onApproved: () => void
}

/** A link is shown before hydration (`idle`) and if PayPal's buttons cannot be loaded (`failed`). */
type State = 'idle' | 'loading' | 'ready' | 'failed'

/** PayPal's own button, or a plain link to PayPal's page. */
export function PayPalPayment({ cart, onApproved }: PayPalPaymentProps) {
  const { publicConfig, locale } = usePage()
  const [state, setState] = useState<State>('idle')
  const [isCancelled, setCancelled] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const handleApproved = useEffectEvent(onApproved)
  const account = publicConfig.payPal
  const approval = approvalOf(cart)
  const orderId = approval?.order_id

  useEffect(() => {
    if (!account || !orderId) return undefined
    const controller = new AbortController()
    const fail = () => !controller.signal.aborted && setState('failed')
    async function show(payPal: NonNullable<typeof account>, order: string): Promise<void> {
      setState('loading')
      const { showButtons } = await import('./show-buttons.ts')
      if (!container.current || controller.signal.aborted) return
      const isShown = await showButtons({
        account: payPal,
        locale,
        orderId: order,
        container: container.current,
        onApproved: () => handleApproved(),
        onCancelled: () => setCancelled(true),
        onFailed: fail,
        signal: controller.signal,
      })
      if (isShown) setState('ready')
    }
    show(account, orderId).catch(fail)
    return () => controller.abort()
  }, [account, locale, orderId])

  if (!approval) return null
  const hasLink = state === 'idle' || state === 'failed'
  return (
    <div className="flex w-full flex-col gap-4 sm:w-80">
      {isCancelled ? (
        <Notice>
          <Trans>Your payment was cancelled and you haven’t been charged. Your cart hasn’t changed.</Trans>
        </Notice>
      ) : null}
      {state === 'failed' ? (
        <Notice>
          <Trans>The PayPal button doesn’t work in this browser. You can pay on PayPal’s website instead.</Trans>
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
      {/* PayPal renders its button here. The container has the button's height from the start, so nothing moves. */}
      <div className={`relative ${hasLink ? 'hidden' : 'min-h-12'}`}>
        {state === 'loading' ? (
          <div className="absolute inset-0 grid place-items-center rounded-sm border border-line">
            <p role="status" className="text-sm text-quiet">
              <Trans>One moment…</Trans>
            </p>
          </div>
        ) : null}
        <div ref={container} />
      </div>
    </div>
  )
}

function approvalOf(cart: Cart) {
  return cart.payment_collection?.payment_sessions.find(({ approval }) => approval)?.approval
}
