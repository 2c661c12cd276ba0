import type { ShownProduct } from '#shared/product/shown-product.ts'

import type { ShopEventName, ShopEvents } from './track.ts'

/** What someone did, as `track` told of it. */
export type ShopEvent = { [Name in ShopEventName]: { name: Name; facts: ShopEvents[Name] } }[ShopEventName]

/** Someone who is told of a visit, for as long as the visitor agrees. */
export interface Measure {
  /** The first page of the document, and every one that follows. @param path as in the address */
  onPage?: (path: string) => void
  onProduct?: (product: ShownProduct) => void
  onEvent?: (event: ShopEvent) => void
  /** Says nothing more from here on, and keeps nothing more. */
  end: () => Promise<void>
}
