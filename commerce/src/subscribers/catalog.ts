import type { SubscriberArgs } from '@medusajs/framework'

import { signalChange } from '../storefront/catalog-signals.ts'
import type { Kind } from '../storefront/products-of.ts'

const KINDS = new Map<string, Kind>([
  ['inventory.inventory-level', 'stock'],
  ['pricing.price', 'price'],
  ['product', 'product'],
  ['product-variant', 'variant'],
  ['translation', 'translation'],
])

/** An event without the id of a row affects the whole catalog. */
export default async function signalRow({ event: { name, data }, container }: SubscriberArgs<{ id?: unknown }>) {
  signalChange(container, name, KINDS.get(name.slice(0, name.lastIndexOf('.'))) ?? 'everything', data.id)
}

export const config = {
  event: [...KINDS.keys()].flatMap((row) => [`${row}.created`, `${row}.updated`, `${row}.deleted`]),
}
