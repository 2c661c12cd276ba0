import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http'

import { listOpenOrders } from '../../../../orders/open-orders.ts'

export async function GET({ scope }: AuthenticatedMedusaRequest, response: MedusaResponse) {
  response.json(await listOpenOrders(scope))
}
