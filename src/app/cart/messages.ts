import type { ItemDetails } from './pending-lines.ts'

/** What came to be, as it was wished. Everything else a message can be about holds the shopper up. */
const WISHED = ['added', 'removed', 'restored'] as const

/** A notification for the shopper. The component writes its text. */
export interface CartMessage {
  /** Newer messages have higher numbers. */
  number: number
  code:
    | (typeof WISHED)[number]
    | 'add-failed'
    | 'update-failed'
    | 'remove-failed'
    | 'load-failed'
    | 'move-failed'
    | 'code-failed'
    | 'replaced'
    | 'ordered'
    | 'notice'
  /** The products that it is about, as far as their names are known; promotion codes for `code-failed`. */
  products: readonly string[]
  /** Sentences of the shop's API, in the page's language. */
  texts: readonly string[]
  /** What was removed and can be put back. */
  removed: readonly RemovedItem[]
}

export interface RemovedItem {
  variantId: string
  quantity: number
  details: ItemDetails
}

/** The notifications that are still shown. */
export interface Notifications {
  /** One of each code, the newest last. */
  messages: CartMessage[]
  /** Number of notifications so far. */
  notified: number
}

interface News {
  code: CartMessage['code']
  name?: string | null | undefined
  text?: string | undefined
  removed?: RemovedItem
}

/** Adds a notification. Products of an earlier one with the same code that is still shown are named in it too. */
export function notify(state: Notifications, { code, name, text, removed }: News): void {
  const earlier = code === 'added' ? undefined : state.messages.find((message) => message.code === code)
  const others = state.messages.filter((message) => message.code !== code)
  const message: CartMessage = {
    number: ++state.notified,
    code,
    products: withNew(earlier?.products, name),
    texts: withNew(earlier?.texts, text),
    removed: [...(earlier?.removed ?? []), ...(removed ? [removed] : [])],
  }
  state.messages = [...others, message]
}

export function withdrawNotice(state: Notifications, isOver: (message: CartMessage) => boolean): void {
  if (state.messages.some(isOver)) state.messages = state.messages.filter((message) => !isOver(message))
}

/** Whether a message says that something is not as the shopper wished. */
export function isTrouble({ code }: CartMessage): boolean {
  return !WISHED.some((wished) => wished === code)
}

function withNew(texts: readonly string[] = [], news: string | null | undefined): string[] {
  return news ? [...texts.filter((one) => one !== news), news] : [...texts]
}
