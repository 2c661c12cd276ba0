import type { Backend } from '#server/medusa/http.ts'

/** What the backend's books say of one line of an order. */
export interface LineBooks {
  id: string
  /** As it stands now: what the staff took out is no longer in it. */
  quantity: number
  /** Has left the workshop, or is packed to. */
  sent: number
  /** Comes back, or has come back. */
  back: number
  isBespoke: boolean
}

/** What the backend's books say of an order that someone withdraws from. */
export interface OrderBooks {
  cartId: string | null
  isCanceled: boolean
  /** When the last of it was delivered; null while something was not. */
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
      isBespoke: isBespoke(metadata) || isBespoke(variant?.product?.metadata),
    })),
  }
}

/**
 * The staff say it of a product, or of one that was sold: `{"bespoke": true}` in its metadata; some tools write text.
 */
function isBespoke(metadata: Record<string, unknown> | null | undefined): boolean {
  const value = metadata?.['bespoke']
  return value === true || value === 'true'
}
