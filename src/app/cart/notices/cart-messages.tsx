import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'

import { CloseIcon } from '../../ui/icons.tsx'
import type { CartMessage } from '../messages.ts'
import { useCart, useCartStore } from '../use-cart.ts'

interface CartMessagesProps {
  isFloating?: boolean
  /** Whether the cart page renders the messages, which then replace the floating ones. */
  isInPage?: boolean
}

const POSITIONS = {
  drawer: 'mx-6 mt-4 md:mx-8',
  page: 'fixed inset-x-4 bottom-[calc(1rem+var(--covered,0px))] z-50 mx-auto max-w-137.5',
}

/** Long enough for slow readers to decide whether to undo. */
const UNDO_MS = 10_000

/** Render it in a polite live region. */
export function CartMessages({ isFloating = false, isInPage = false }: CartMessagesProps) {
  const { messages, isShownInPage } = useCart()
  const textOf = useMessageTexts()
  const isVisible = ({ code }: CartMessage) => code !== 'added' && code !== 'restored'
  if (isFloating && isShownInPage !== isInPage) return null
  // An error while loading the cart matters only to a shopper who has the cart open.
  const shown = messages.filter(({ code }) => !(isFloating && code === 'load-failed'))
  return (
    <>
      {shown
        .filter((message) => !isVisible(message))
        .map((message) => (
          <p key={message.number} className="sr-only">
            {textOf(message)}
          </p>
        ))}
      <div className={`flex flex-col gap-2 ${isFloating ? POSITIONS.page : POSITIONS.drawer}`}>
        {shown.filter(isVisible).map((message) => (
          <VisibleMessage key={message.number} message={message} text={textOf(message)} />
        ))}
      </div>
    </>
  )
}

function VisibleMessage({ message: { code, number }, text }: { message: CartMessage; text: string }) {
  const { t } = useLingui()
  const { dismissMessage, undo } = useCartStore()
  const box = useRef<HTMLDivElement>(null)
  const canUndo = code === 'removed'
  const messageId = useId()
  useEffect(() => {
    if (!canUndo) return undefined
    const timer = setInterval(() => {
      const isNear = box.current?.matches(':hover, :has(:focus-visible), [tabindex]:focus-visible *')
      if (!isNear) dismissMessage(number)
    }, UNDO_MS)
    return () => clearInterval(timer)
  }, [canUndo, dismissMessage, number])

  function leave(action: () => void) {
    const container = box.current?.closest('[tabindex], dialog')
    action()
    const lines = container?.matches('dialog') ? container.querySelector('[tabindex]') : container
    if (lines instanceof HTMLElement) lines.focus({ preventScroll: true })
  }

  return (
    <div
      ref={box}
      className="flex items-start gap-3 rounded-sm border border-edge bg-surface py-1.5 pr-1.5 pl-4 text-sm"
    >
      <p id={messageId} className="grow py-2">
        {text}
      </p>
      {canUndo ? (
        <button
          type="button"
          onClick={() => leave(undo)}
          aria-describedby={messageId}
          className="quiet-link min-h-11 shrink-0 px-2 font-semibold hover:text-gold"
        >
          {t`Undo`}
        </button>
      ) : null}
      <button
        type="button"
        onClick={() => leave(() => dismissMessage(number))}
        aria-label={t`Dismiss`}
        className="flex size-11 shrink-0 items-center justify-center rounded-full text-quiet hover:text-ink"
      >
        <CloseIcon className="size-4" />
      </button>
    </div>
  )
}

function useMessageTexts(): (message: CartMessage) => string {
  const { t, i18n } = useLingui()
  return ({ code, names, texts }) => {
    const product =
      names.length > 0 ? new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names) : t`this item`
    const labels = {
      added: t`Added to your cart: ${product}`,
      removed: t`Removed from your cart: ${product}`,
      restored: t`Back in your cart: ${product}`,
      'add-failed': t`We couldn’t add ${product} to your cart.`,
      'update-failed': t`We couldn’t change the quantity of ${product}.`,
      'remove-failed': t`We couldn’t remove ${product} from your cart.`,
      'load-failed': t`We couldn’t load your cart. Nothing in it has been lost.`,
      'move-failed': t`We couldn’t switch your cart to your country’s currency. Nothing in it has changed.`,
      'code-failed': t`We couldn’t apply the promo code ${product} to your new cart.`,
      replaced: t`We couldn’t open your previous cart, so we’ve moved its items to a new one.`,
      ordered: t`The order from your previous cart has been placed. This is a new cart.`,
      notice: '',
    }
    return [labels[code], ...texts].filter(Boolean).join(' ')
  }
}
