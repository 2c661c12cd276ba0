import { engravingOf } from '#server/cart/to-line-item.ts'
import type { Backend } from '#server/medusa/http.ts'

export interface LineBooks {
  id: string
  /** Current quantity, without what staff have removed. */
  quantity: number
  /** Quantity shipped or packed. */
  sent: number
  /** Quantity returned or requested for return. */
  back: number
  isBespoke: boolean
}

export interface OrderBooks {
  cartId: string | null
  isCanceled: boolean
  /** When the last item was delivered; null until everything is. */
  deliveredAt: Date | null
  lines: LineBooks[]
}

const FIELDS = '+fulfillment_status,+cart.id,*fulfillments,*items.variant.product'

/** @throws BackendError */
export async function readOrderBooks({ store }: Backend, orderId: string): Promise<OrderBooks> {
  const { order } = await store.order.retrieve(orderId, { fields: FIELDS })
  const { cart } = order as { cart?: { id: string } | null }
  const deliveries = (order.fulfillments ?? [])
    .filter(({ canceled_at }) => !canceled_at)
    .map(({ delivered_at }) => new Date(delivered_at ?? Number.NaN).getTime())
  const last = Math.max(...deliveries)
  return {
    cartId: cart?.id ?? null,
    isCanceled: order.status === 'canceled',
    deliveredAt: order.fulfillment_status === 'delivered' && Number.isFinite(last) ? new Date(last) : null,
    lines: (order.items ?? []).map(({ id, quantity, detail, metadata, variant }) => ({
      id,
      quantity,
      sent: detail?.fulfilled_quantity ?? 0,
      back:
        (detail?.return_requested_quantity ?? 0) +
        (detail?.return_received_quantity ?? 0) +
        (detail?.return_dismissed_quantity ?? 0),
      isBespoke: isBespoke(metadata) || isBespoke(variant?.product?.metadata) || engravingOf({ metadata }) !== null,
    })),
  }
}

/** Staff mark a product, or a sold line, with `{"bespoke": true}` in its metadata; some tools write text. */
export function isBespoke(metadata: Record<string, unknown> | null | undefined): boolean {
  const value = metadata?.['bespoke']
  return value === true || value === 'true'
}
