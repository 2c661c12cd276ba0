import type { MedusaResponse, MedusaStoreRequest } from '@medusajs/framework/http'

import { listDelivery } from '../../../storefront/delivery.ts'

/** Every region's shipping options, which Medusa itself lists only for a cart. */
export async function GET({ scope, publishable_key_context: key }: MedusaStoreRequest, response: MedusaResponse) {
  response.json({ shipping_options: await listDelivery(scope, key.sales_channel_ids) })
}
