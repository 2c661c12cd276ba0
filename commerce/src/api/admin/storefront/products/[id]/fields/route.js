import { readProductFields, saveProductFields } from '../../../../../../storefront/product-fields.ts'

/**
 * The stones, materials and other fields that Medusa itself does not know.
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET({ scope, params }, response) {
  response.json(await readProductFields(scope, params['id'] ?? ''))
}

/**
 * Stores the fields named in `changed`, if all fields are right.
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest<
 * import('../../../../../../storefront/product-fields.ts').ProductChange
 * >} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST({ scope, params, body }, response) {
  await saveProductFields(scope, params['id'] ?? '', body)
  response.json({})
}
