import { useLingui } from '@lingui/react/macro'

import { CloseIcon } from '../ui/icons.tsx'
import type { CartMessage } from './cart-state.ts'
import { useCart } from './use-cart.ts'

interface CartMessagesProps {
  /** Over the page, for what is told while the drawer is closed. */
  isFloating?: boolean
}

const PLACES = {
  drawer: 'mx-6 mt-4 md:mx-8',
  page: 'fixed inset-x-4 bottom-[calc(1rem+var(--covered,0px))] z-50 mx-auto max-w-137.5',
}

/** Says politely what became of the shopper's wish: in words to see, and to hear. */
export function CartMessages({ isFloating = false }: CartMessagesProps) {
  const { t } = useLingui()
  const { message, dismissMessage } = useCart()
  const words = useMessageWords()
  // A cart that could not be loaded matters to whoever looks at it.
  const isTold = message !== null && !(isFloating && message.code === 'load-failed')
  return (
    <div aria-live="polite">
      {!isTold ? null : message.code === 'added' || message.code === 'removed' ? (
        <p key={message.number} className="sr-only">
          {words(message)}
        </p>
      ) : (
        <div
          key={message.number}
          className={`flex items-start gap-3 rounded-sm border border-edge bg-surface py-1.5 pr-1.5 pl-4 text-sm ${isFloating ? PLACES.page : PLACES.drawer}`}
        >
          <p className="grow py-2">{words(message)}</p>
          <button
            type="button"
            onClick={dismissMessage}
            aria-label={t`Dismiss`}
            className="flex size-11 shrink-0 items-center justify-center rounded-full text-quiet hover:text-ink"
          >
            <CloseIcon className="size-4" />
          </button>
        </div>
      )}
    </div>
  )
}

function useMessageWords(): (message: CartMessage) => string {
  const { t } = useLingui()
  return ({ code, piece: name, text }) => {
    const piece = name ?? t`this piece`
    const words = {
      added: t`Added to your cart: ${piece}`,
      removed: t`Removed from your cart: ${piece}`,
      'add-failed': t`We could not add ${piece} to your cart.`,
      'update-failed': t`We could not change the quantity of ${piece}.`,
      'remove-failed': t`We could not remove ${piece} from your cart.`,
      'load-failed': t`Your cart could not be loaded. Nothing in it is lost.`,
      replaced: t`Your earlier cart is no longer there, so we opened a new one.`,
      notice: '',
    }
    return [words[code], text].filter(Boolean).join(' ')
  }
}
