import { Trans } from '@lingui/react/macro'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Cart, Funding } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { createCallShop } from '../../cart/cart-api.ts'
import { useCartStore } from '../../cart/use-cart.ts'
import { usePage } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { createCheckoutApi } from '../checkout-api.ts'
import { CardForm } from './card-form.tsx'
import type { PayPalSdk } from './paypal-sdk.ts'

interface PayPalPaymentProps {
  /** Its payment session waits for the shopper's approval. */
  cart: Cart
  onApproved: () => void
}

/** A link is shown before hydration (`idle`) and if PayPal's buttons cannot be loaded (`failed`). */
type State = 'idle' | 'loading' | 'ready' | 'failed'

export function PayPalPayment({ cart, onApproved }: PayPalPaymentProps) {
  const { publicConfig, locale, brand } = usePage()
  const [state, setState] = useState<State>('idle')
  const [sdk, setSdk] = useState<PayPalSdk | null>(null)
  const [outcome, setOutcome] = useState<'cancelled' | 'refused' | null>(null)
  const button = useRef<HTMLDivElement>(null)
  const wallets = useRef<HTMLDivElement>(null)
  const handleApproved = useEffectEvent(onApproved)
  const startOrder = useStartOrder(cart)
  const account = publicConfig.payPal
  const approval = sessionOf(cart)?.approval
  const total = formatMoney(cart.total, cart.currency_code, locale)
  const { total: amount, currency_code: currency } = cart

  useEffect(() => {
    if (!account) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const fail = () => !signal.aborted && setState('failed')
    async function show(payPal: NonNullable<typeof account>): Promise<void> {
      setState('loading')
      const [{ loadPayPal }, { showButtons }, { showWallets }] = await Promise.all([
        import('./load-sdk.ts'),
        import('./show-buttons.ts'),
        import('./wallets.ts'),
      ])
      const loaded = await loadPayPal(payPal, locale)
      if (signal.aborted) return
      if (!loaded || !button.current || !wallets.current) return void fail()
      const shared = { sdk: loaded, startOrder, onApproved: () => handleApproved(), signal }
      const isShown = await showButtons({
        ...shared,
        container: button.current,
        onCancelled: () => setOutcome('cancelled'),
        onFailed: fail,
      })
      if (signal.aborted) return
      if (isShown) setState('ready')
      setSdk(loaded)
      await showWallets({
        ...shared,
        container: wallets.current,
        cart: { total: amount, currency_code: currency },
        brand,
        environment: payPal.environment,
        onRefused: () => setOutcome('refused'),
      })
    }
    show(account).catch(fail)
    return () => controller.abort()
  }, [account, locale, startOrder, amount, currency, brand])

  if (!approval) return null
  const hasLink = state === 'idle' || state === 'failed'
  return (
    <div className="flex w-full flex-col gap-4 sm:w-80">
      {outcome === 'cancelled' ? (
        <Notice>
          <Trans>Your payment was cancelled and you haven’t been charged. Your cart hasn’t changed.</Trans>
        </Notice>
      ) : null}
      {outcome === 'refused' ? (
        <Notice tone="error">
          <Trans>
            Your payment wasn’t accepted and you haven’t been charged. Please try again or choose another payment
            method.
          </Trans>
        </Notice>
      ) : null}
      {state === 'failed' ? (
        <Notice>
          <Trans>The PayPal button doesn’t work in this browser. You can pay on PayPal’s website instead.</Trans>
        </Notice>
      ) : null}
      <div ref={wallets} className="flex flex-col gap-3 empty:hidden *:min-h-12" />
      {hasLink && approval.url ? (
        <ButtonLink href={approval.url} className="w-full">
          <Trans>Continue to PayPal</Trans>
          <span aria-hidden className="font-normal">
            {total}
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
        <div ref={button} />
      </div>
      {sdk ? (
        <CardForm {...{ sdk, cart, total, startOrder, onApproved }} onCancelled={() => setOutcome('cancelled')} />
      ) : null}
    </div>
  )
}

/**
 * A PayPal order is created for one funding: for another one, a new payment session replaces the cart's.
 * The returned function throws CartApiError.
 */
function useStartOrder(cart: Cart): (funding: Funding) => Promise<string> {
  const { locale } = usePage()
  const { adopt } = useCartStore()
  const latest = useRef(cart)
  useEffect(() => {
    latest.current = cart
  }, [cart])
  return useCallback(
    async (funding) => {
      const session = sessionOf(latest.current)
      if (session?.approval?.funding === funding) return session.approval.order_id
      const api = createCheckoutApi(createCallShop(locale))
      const answer = await api.startPayment(latest.current.id, session?.provider_id ?? '', funding)
      latest.current = answer.cart
      adopt(answer.cart)
      const approval = sessionOf(answer.cart)?.approval
      if (approval?.funding !== funding) throw new Error(`the payment was not started with ${funding}`)
      return approval.order_id
    },
    [locale, adopt],
  )
}

function sessionOf(cart: Cart) {
  return cart.payment_collection?.payment_sessions.find(({ approval }) => approval)
}
