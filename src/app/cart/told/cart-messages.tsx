import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { useSnapshot } from 'valtio/react'

import { CloseIcon } from '../../ui/icons.tsx'
import { useCartStore } from '../cart-context.ts'
import type { CartMessage } from '../messages.ts'
import { useCart } from '../use-cart.ts'

interface CartMessagesProps {
  /** Over the page, for what is told while the drawer is closed. */
  isFloating?: boolean
  /** From the page's own place, which is then the only one. */
  isInPage?: boolean
}

const PLACES = {
  drawer: 'mx-6 mt-4 md:mx-8',
  page: 'fixed inset-x-4 bottom-[calc(1rem+var(--covered,0px))] z-50 mx-auto max-w-137.5',
}

/** Long enough to think twice, whoever reads slowly. */
const UNDO_MS = 10_000

/** Says what became of the shopper's wishes: in words to see, and to hear. Stands in a polite live region. */
export function CartMessages({ isFloating = false, isInPage = false }: CartMessagesProps) {
  const { messages } = useCart()
  const { isToldInPage = false } = useSnapshot(useCartStore().state)
  const words = useMessageWords()
  const isSeen = ({ code }: CartMessage) => code !== 'added' && code !== 'restored'
  if (isFloating && isToldInPage !== isInPage) return null
  // A cart that could not be loaded matters to whoever looks at it.
  const told = messages.filter(({ code }) => !(isFloating && code === 'load-failed'))
  return (
    <>
      {told
        .filter((message) => !isSeen(message))
        .map((message) => (
          <p key={message.number} className="sr-only">
            {words(message)}
          </p>
        ))}
      <div className={`flex flex-col gap-2 ${isFloating ? PLACES.page : PLACES.drawer}`}>
        {told.filter(isSeen).map((message) => (
          <SeenMessage key={message.number} message={message} words={words(message)} />
        ))}
      </div>
    </>
  )
}

function SeenMessage({ message: { code, number }, words }: { message: CartMessage; words: string }) {
  const { t } = useLingui()
  const { dismissMessage, undo } = useCart()
  const place = useRef<HTMLDivElement>(null)
  const canUndo = code === 'removed'
  const wordsId = useId()
  useEffect(() => {
    if (!canUndo) return undefined
    const timer = setInterval(() => {
      // Not from under a finger, nor before whoever goes by keys and has only just come near.
      const isNear = place.current?.matches(':hover, :has(:focus-visible), [tabindex]:focus-visible *')
      if (!isNear) dismissMessage(number)
    }, UNDO_MS)
    return () => clearInterval(timer)
  }, [canUndo, dismissMessage, number])

  /** Goes, and leaves the focus with the lines that it stood before. */
  function leave(action: () => void) {
    const room = place.current?.closest('[tabindex], dialog')
    action()
    const lines = room?.matches('dialog') ? room.querySelector('[tabindex]') : room
    if (lines instanceof HTMLElement) lines.focus({ preventScroll: true })
  }

  return (
    <div
      ref={place}
      className="flex items-start gap-3 rounded-sm border border-edge bg-surface py-1.5 pr-1.5 pl-4 text-sm"
    >
      <p id={wordsId} className="grow py-2">
        {words}
      </p>
      {canUndo ? (
        <button
          type="button"
          onClick={() => leave(undo)}
          aria-describedby={wordsId}
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

function useMessageWords(): (message: CartMessage) => string {
  const { t, i18n } = useLingui()
  return ({ code, pieces, texts }) => {
    const piece =
      pieces.length > 0 ? new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(pieces) : t`this piece`
    const words = {
      added: t`Added to your cart: ${piece}`,
      removed: t`Removed from your cart: ${piece}`,
      restored: t`Back in your cart: ${piece}`,
      'add-failed': t`We could not add ${piece} to your cart.`,
      'update-failed': t`We could not change the quantity of ${piece}.`,
      'remove-failed': t`We could not remove ${piece} from your cart.`,
      'load-failed': t`Your cart could not be loaded. Nothing in it is lost.`,
      'move-failed': t`Your cart could not be changed to the currency of your country. It is as it was.`,
      replaced: t`We could not go on with your earlier cart, so we put its pieces into a new one.`,
      ordered: t`Your earlier cart has been ordered. This is a new one.`,
      notice: '',
    }
    return [words[code], ...texts].filter(Boolean).join(' ')
  }
}
