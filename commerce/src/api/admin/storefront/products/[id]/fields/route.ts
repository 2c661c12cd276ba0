import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http'

import {
  readProductFields,
  saveProductFields,
  type ProductChange,
} from '../../../../../../storefront/product-fields.ts'

/** The stones, materials and other fields that Medusa itself does not know. */
export async function GET({ scope, params }: AuthenticatedMedusaRequest, response: MedusaResponse) {
  response.json(await readProductFields(scope, params['id'] ?? ''))
}

export async function POST(request: AuthenticatedMedusaRequest<ProductChange>, response: MedusaResponse) {
  const { scope, params, body } = request
  await saveProductFields(scope, params['id'] ?? '', body)
  response.json({})
}
