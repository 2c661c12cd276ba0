/** Product data for a line that the backend does not have yet. Amounts in hundredths. */
export interface ItemDetails {
  title?: string | null | undefined
  /** An image source, as in Image.url. */
  image?: string | null | undefined
  unitPrice?: number | null | undefined
  originalUnitPrice?: number | null | undefined
  metal?: string | null | undefined
  size?: string | null | undefined
  handle?: string | null | undefined
}

/** A change of the shopper's that the backend has not confirmed. */
export interface PendingLine {
  variantId: string
  /** Requested quantity of the line; 0 removes it. */
  quantity: number
  /** True if the quantity is added to what the cart holds. */
  isAdd: boolean
  /** True if the product was in this cart, or in one that is gone, and is being put back. */
  isAgain?: boolean
  details: ItemDetails
}

export type PendingLines = Record<string, PendingLine>
