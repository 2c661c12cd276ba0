import { readProductFields, saveProductFields } from '../../../../../../storefront/product-fields.ts'

/**
 * `GET /admin/storefront/products/:id/fields`: the stones, materials and other fields of a product that Medusa itself
 * does not know.
 *
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET({ scope, params }, response) {
  response.json(await readProductFields(scope, params['id'] ?? ''))
}

/**
 * `POST /admin/storefront/products/:id/fields {fields, changed}`: stores the fields named in `changed`, if all fields
 * are right.
 *
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest<
 *   import('../../../../../../storefront/product-fields.ts').ProductChange
 * >} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST({ scope, params, body }, response) {
  await saveProductFields(scope, params['id'] ?? '', body)
  response.json({})
}
