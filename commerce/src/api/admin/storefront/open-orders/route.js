import { listOpenOrders } from '../../../../orders/open-orders.ts'

/**
 * `GET /admin/storefront/open-orders`: the orders with something left to pack, ship, receive, refund or pay.
 *
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET({ scope }, response) {
  response.json(await listOpenOrders(scope))
}
