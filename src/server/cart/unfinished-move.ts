import type { BackendAddress } from './destination.ts'
import type { BackendCart } from './to-cart.ts'

/** A product that is not sold where the cart goes. */
export interface RemainingItem {
  variant_id: string
  quantity: number
}

/** What a cart on its way to another region needs to get there, or back. */
export interface CartMove {
  region_id: string
  currency_code: string
  /** As typed: the backend empties it on the way. */
  address: BackendAddress | null
  /** What it was before. */
  formerAddress: BackendAddress | null
  /** The kind of delivery that was chosen: `standard`, `express`. */
  way: string | null
  left: RemainingItem[]
}

const KEY = 'move'

/** Written before the first step of a move, and kept until its last: anyone who finds it goes on from there. */
export function noteOf(move: CartMove): { metadata: Record<string, unknown> } {
  return { metadata: { [KEY]: move } }
}

/** Takes the note away: the backend drops a key whose value is ''. */
export const NOTE_GONE = { metadata: { [KEY]: '' } }

/** The move that a fault has interrupted; undefined where the cart is where it belongs. */
export function unfinishedMove({ metadata, completed_at: completedAt }: BackendCart): CartMove | undefined {
  const note = metadata?.[KEY]
  if (completedAt || typeof note !== 'object' || note === null) return undefined
  return note as CartMove
}
