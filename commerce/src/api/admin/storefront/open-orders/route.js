import { listOpenOrders } from '../../../../orders/open-orders.ts'

/**
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET({ scope }, response) {
  response.json(await listOpenOrders(scope))
}
