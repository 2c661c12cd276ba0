import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { useSnapshot } from 'valtio/react'

import { CloseIcon } from '../../ui/icons.tsx'
import type { CartMessage } from '../messages.ts'
import { useCart, useCartStore } from '../use-cart.ts'

interface CartMessagesProps {
  /** Over the page, while the drawer is closed. */
  isFloating?: boolean
  /** From the page's own place, which is then the only one. */
  isInPage?: boolean
}

const PLACES = {
  drawer: 'mx-6 mt-4 md:mx-8',
  page: 'fixed inset-x-4 bottom-[calc(1rem+var(--covered,0px))] z-50 mx-auto max-w-137.5',
}

/** Long enough for slow readers to decide on undo. */
const UNDO_MS = 10_000

/** Shows and announces what became of the shopper's changes. Belongs in a polite live region. */
export function CartMessages({ isFloating = false, isInPage = false }: CartMessagesProps) {
  const { messages } = useCart()
  const { isShownInPage = false } = useSnapshot(useCartStore().state)
  const labels = useMessageTexts()
  const isSeen = ({ code }: CartMessage) => code !== 'added' && code !== 'restored'
  if (isFloating && isShownInPage !== isInPage) return null
  // That the cart could not be loaded only matters to a shopper who has it open.
  const shown = messages.filter(({ code }) => !(isFloating && code === 'load-failed'))
  return (
    <>
      {shown
        .filter((message) => !isSeen(message))
        .map((message) => (
          <p key={message.number} className="sr-only">
            {labels(message)}
          </p>
        ))}
      <div className={`flex flex-col gap-2 ${isFloating ? PLACES.page : PLACES.drawer}`}>
        {shown.filter(isSeen).map((message) => (
          <SeenMessage key={message.number} message={message} words={labels(message)} />
        ))}
      </div>
    </>
  )
}

function SeenMessage({ message: { code, number }, words: labels }: { message: CartMessage; words: string }) {
  const { t } = useLingui()
  const { dismissMessage, undo } = useCart()
  const place = useRef<HTMLDivElement>(null)
  const canUndo = code === 'removed'
  const messageId = useId()
  useEffect(() => {
    if (!canUndo) return undefined
    const timer = setInterval(() => {
      // Keeps a notification while a pointer is over it or the keyboard focus is in it.
      const isNear = place.current?.matches(':hover, :has(:focus-visible), [tabindex]:focus-visible *')
      if (!isNear) dismissMessage(number)
    }, UNDO_MS)
    return () => clearInterval(timer)
  }, [canUndo, dismissMessage, number])

  /** Goes, and leaves the focus with the lines that it stood before. */
  function leave(action: () => void) {
    const container = place.current?.closest('[tabindex], dialog')
    action()
    const lines = container?.matches('dialog') ? container.querySelector('[tabindex]') : container
    if (lines instanceof HTMLElement) lines.focus({ preventScroll: true })
  }

  return (
    <div
      ref={place}
      className="flex items-start gap-3 rounded-sm border border-edge bg-surface py-1.5 pr-1.5 pl-4 text-sm"
    >
      <p id={messageId} className="grow py-2">
        {labels}
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
  return ({ code, products, texts }) => {
    const product =
      products.length > 0 ? new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(products) : t`this piece`
    const labels = {
      added: t`Added to your cart: ${product}`,
      removed: t`Removed from your cart: ${product}`,
      restored: t`Back in your cart: ${product}`,
      'add-failed': t`We could not add ${product} to your cart.`,
      'update-failed': t`We could not change the quantity of ${product}.`,
      'remove-failed': t`We could not remove ${product} from your cart.`,
      'load-failed': t`Your cart could not be loaded. Nothing in it is lost.`,
      'move-failed': t`Your cart could not be changed to the currency of your country. It is as it was.`,
      'code-failed': t`We could not take the promotion code ${product} over into your new cart.`,
      replaced: t`We could not go on with your earlier cart, so we put its pieces into a new one.`,
      ordered: t`Your earlier cart has been ordered. This is a new one.`,
      notice: '',
    }
    return [labels[code], ...texts].filter(Boolean).join(' ')
  }
}
