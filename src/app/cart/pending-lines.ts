/** What is known of a product before the backend has a line for it; amounts in hundredths. */
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

/** What the shopper asked for and the backend has not yet answered. */
export interface PendingLine {
  variantId: string
  /** The quantity asked for; 0 asks for removal. */
  quantity: number
  /** True if the quantity is added to what the cart holds. */
  isAdd: boolean
  /** True if the product was in this cart, or in one that is gone, and is being put back. */
  isAgain?: boolean
  details: ItemDetails
}

export type PendingLines = Record<string, PendingLine>
