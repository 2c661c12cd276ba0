import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { getOrdersListWorkflow } from '@medusajs/medusa/core-flows'

const MOST = 200
const HALF_A_CENT = 0.005
const FIELDS =
  'id display_id custom_display_id created_at email total currency_code summary items.* items.detail.*'.split(' ')

/**
 * Medusa's queries cannot compare quantities, and it keeps every finished order as `pending`. Its totals may have more
 * decimals than what was paid.
 */
const OPEN = `
  SELECT ordered.id FROM "order" AS ordered
  JOIN order_summary AS summary ON summary.order_id = ordered.id AND summary.version = ordered.version
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(payment.captured_amount), 0) AS captured, coalesce(sum(payment.refunded_amount), 0) AS refunded,
      bool_and(payment.status = 'canceled' OR coalesce(payment.captured_amount, 0) > payment.amount - ${HALF_A_CENT}) AS is_paid
    FROM order_payment_collection AS link
    JOIN payment_collection AS payment ON payment.id = link.payment_collection_id
    WHERE link.order_id = ordered.id AND link.deleted_at IS NULL AND payment.deleted_at IS NULL
  ) AS money
  WHERE ordered.status = 'pending' AND NOT ordered.is_draft_order
    AND ordered.deleted_at IS NULL AND summary.deleted_at IS NULL
    AND (
      EXISTS (
        SELECT FROM order_item AS item
        WHERE item.order_id = ordered.id AND item.version = ordered.version AND item.deleted_at IS NULL
          AND (item.return_requested_quantity > 0
            OR item.fulfilled_quantity > greatest(item.shipped_quantity, item.delivered_quantity)
            OR (item.fulfilled_quantity < item.quantity
              AND (money.captured = 0 OR money.refunded < money.captured - ${HALF_A_CENT})))
      )
      OR (summary.totals->>'pending_difference')::numeric < -${HALF_A_CENT}
      OR ((summary.totals->>'current_order_total')::numeric > ${HALF_A_CENT} AND money.is_paid IS NOT TRUE)
    )
  ORDER BY ordered.created_at`

/** As Medusa's `GET /admin/orders` does, the oldest first. */
export async function listOpenOrders(container: MedusaContainer) {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await database.raw<{ rows: { id: string }[] }>(OPEN)
  if (rows.length === 0) return { orders: [], count: 0 }
  const filters = { id: rows.slice(0, MOST).map(({ id }) => id) }
  const { result } = await getOrdersListWorkflow(container).run({
    input: { fields: FIELDS, variables: { filters, order: { created_at: 'ASC' }, skip: 0, take: MOST } },
  })
  return { orders: Array.isArray(result) ? result : result.rows, count: rows.length }
}
