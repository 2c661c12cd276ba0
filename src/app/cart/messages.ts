import type { ItemDetails, LineChange } from './pending-lines.ts'

/** All other codes need the shopper's attention. */
const SUCCESSES = ['added', 'removed', 'restored'] as const

/** A notification for the shopper. The component that shows it writes its text. */
export interface CartMessage {
  number: number
  code:
    | (typeof SUCCESSES)[number]
    | 'add-failed'
    | 'update-failed'
    | 'remove-failed'
    | 'load-failed'
    | 'move-failed'
    | 'code-failed'
    | 'replaced'
    | 'ordered'
    | 'notice'
  /** Names of the products, if known. For `code-failed`, these are promotion codes. */
  names: readonly string[]
  /** Messages from our API, in the page's language. */
  texts: readonly string[]
  removed: readonly RemovedItem[]
}

export interface RemovedItem {
  variantId: string
  quantity: number
  details: ItemDetails
}

export interface Notifications {
  /** At most one message of each code, the newest last. */
  messages: CartMessage[]
  /** Number of notifications so far. */
  notified: number
}

interface NewMessage {
  code: CartMessage['code']
  name?: string | null
  text?: string
  removed?: RemovedItem
}

/** Replaces an earlier notification with the same code. Unless the code is `added`, its products are listed again. */
export function notify(state: Notifications, { code, name, text, removed }: NewMessage): void {
  const earlier = code === 'added' ? undefined : state.messages.find((message) => message.code === code)
  const others = state.messages.filter((message) => message.code !== code)
  const message: CartMessage = {
    number: ++state.notified,
    code,
    names: appendUnique(earlier?.names, name),
    texts: appendUnique(earlier?.texts, text),
    removed: [...(earlier?.removed ?? []), ...(removed ? [removed] : [])],
  }
  state.messages = [...others, message]
}

export function withdrawMessages(state: Notifications, isOver: (message: CartMessage) => boolean): void {
  if (state.messages.some(isOver)) state.messages = state.messages.filter((message) => !isOver(message))
}

export function needsAttention({ code }: CartMessage): boolean {
  return !SUCCESSES.some((success) => success === code)
}

function appendUnique(texts: readonly string[] = [], text: string | null | undefined): string[] {
  return text ? [...texts.filter((other) => other !== text), text] : [...texts]
}

/** The message to the shopper, and the specification's text for the log. */
export function failureOf(
  { quantity, isAdd, isAgain }: LineChange,
  isCartMissing: boolean,
  isKnown: boolean,
): { code: CartMessage['code']; text: string } {
  if (quantity === 0) {
    return { code: 'remove-failed', text: isCartMissing ? 'Failed to remove item' : 'Failed to sync removal' }
  }
  if (isAgain) return { code: 'add-failed', text: 'Failed to re-add item' }
  if (!isAdd) {
    const text = isCartMissing ? 'Failed to update item quantity' : 'Failed to sync quantity update'
    return { code: 'update-failed', text }
  }
  if (isCartMissing) return { code: 'add-failed', text: 'Failed to add/update item' }
  return { code: 'add-failed', text: isKnown ? 'Failed to sync add item' : 'Failed to add new item' }
}
