import { Value } from 'typebox/value'

import { Gift, type TypedGift } from '#shared/cart/gift.ts'

export function toGift({
  wrap = false,
  message,
  hide_prices: hidesPrices = false,
  needed_by: day,
}: TypedGift): Gift | null {
  const text = message?.replaceAll(/\r\n?/g, '\n').trim() || null
  if (!wrap && !hidesPrices && !text && !day) return null
  return { wrap, message: text, hide_prices: hidesPrices, needed_by: day ?? null }
}

/** In the metadata of a cart, an order or a shipping method. */
export function giftOf(metadata: Record<string, unknown> | null | undefined): Gift | null {
  const gift = metadata?.['gift']
  return Value.Check(Gift, gift) ? gift : null
}
