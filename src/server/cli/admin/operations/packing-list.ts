import { giftOf } from '#server/cart/gift.ts'
import { engravingOf } from '#server/cart/to-line-item.ts'
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { toDecimal } from '#shared/money/format-money.ts'
import { toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import { numberOf } from './find-order.ts'

interface PackingList {
  order: Record<string, string>
  items: Record<string, string | number>[]
}

const FIELDS = 'id,metadata,display_id,custom_display_id,currency_code,total,*items,*shipping_address'

/**
 * Returns what goes into the parcel of an order. There are no amounts if the buyer asked for that.
 * @throws BackendError
 */
export async function readPackingList({ order: api }: StaffApi, id: string, unit: PriceUnit): Promise<PackingList> {
  const { order } = await api.retrieve(id, { fields: FIELDS })
  const money = (amount: number) => toDecimal(toHundredths(amount, unit))
  const to = order.shipping_address
  const gift = giftOf(order.metadata)
  const isPriced = !gift?.hide_prices
  const items = order.items.filter(({ quantity }) => quantity > 0)
  return {
    order: {
      custom_display_id: numberOf(order),
      to: [to?.first_name, to?.last_name].filter(Boolean).join(' '),
      ...(isPriced ? { total: `${money(order.total)} ${order.currency_code.toUpperCase()}` } : {}),
      gift_wrap: gift?.wrap ? 'yes' : 'no',
      card: gift?.message ?? '',
      needed_by: gift?.needed_by ?? '',
    },
    items: items.map((item) => ({
      quantity: item.quantity,
      title: item.product_title ?? item.title,
      variant: item.variant_title ?? '',
      engraving: engravingOf(item) ?? '',
      sku: item.variant_sku ?? '',
      ...(isPriced ? { unit_price: money(item.unit_price) } : {}),
    })),
  }
}
