import type { BackendAddress } from './destination.ts'
import type { BackendCart } from './to-cart.ts'

/** An item that is not sold in the target region. */
export interface RemainingItem {
  variant_id: string
  quantity: number
}

/** The data needed to finish or roll back a cart's move to another region. */
export interface CartMove {
  region_id: string
  currency_code: string
  /** As typed: the backend clears it during the move. */
  address: BackendAddress | null
  /** The address before the move. */
  formerAddress: BackendAddress | null
  /** Type code of the chosen shipping option: `standard`, `express`. */
  way: string | null
  left: RemainingItem[]
}

const KEY = 'move'

/**
 * Returns the metadata that records a move. It is written before the first step and kept until the last, so that any
 * later request can resume the move.
 */
export function noteOf(move: CartMove): { metadata: Record<string, unknown> } {
  return { metadata: { [KEY]: move } }
}

/** Metadata that deletes the record: the backend drops a key whose value is ''. */
export const NOTE_GONE = { metadata: { [KEY]: '' } }

/** Returns the move that a fault has interrupted; undefined if there is none. */
export function unfinishedMove({ metadata, completed_at: completedAt }: BackendCart): CartMove | undefined {
  const note = metadata?.[KEY]
  if (completedAt || typeof note !== 'object' || note === null) return undefined
  return note as CartMove
}
