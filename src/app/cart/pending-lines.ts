import { lineKey } from '#shared/cart/line-key.ts'

/** Product data of a line that the backend does not have yet. Amounts are in hundredths. */
export interface ItemDetails {
  title?: string | null
  /** An image source, as in Image.url. */
  image?: string | null
  unitPrice?: number | null
  originalUnitPrice?: number | null
  /** As in `AddLineItem.shown_price`. */
  shownPrice?: string
  metal?: string | null
  size?: string | null
  options?: string[]
  handle?: string | null
  /** A normalized text. */
  engraving?: string | null
}

/** A change by the shopper. */
export interface LineChange {
  variantId: string
  /** 0 removes the line. */
  quantity: number
  /** True if the quantity is added to the quantity in the cart. */
  isAdd: boolean
  /** True if the product was already in this cart or in a lost one, and is added again. */
  isAgain?: boolean
  details: ItemDetails
}

/** A change that the backend has not confirmed. Its tokens distinguish it from older and newer changes of the line. */
export interface PendingLine extends LineChange {
  /** The quantity in the cart that the shopper changed. */
  base: number
  /** Names the requests that count from the same base. The server applies the newest of them. */
  operation: string
  /** Number of the newest change. */
  token: number
  /** Token of the newest request; 0 before the first. */
  sent: number
}

export const createOperation = () => Math.random().toString(36).slice(2)

/** By `lineKey`. */
export type PendingLines = Record<string, PendingLine>

export function keyOf({ variantId, details }: Pick<LineChange, 'variantId' | 'details'>): string {
  return lineKey(variantId, details.engraving)
}
