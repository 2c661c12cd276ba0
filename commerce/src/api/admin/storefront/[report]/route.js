import { MedusaError } from '@medusajs/framework/utils'

import { askStorefront } from '../../../../storefront/notify-storefront.ts'

/**
 * What the storefront tells the dashboard, with the parameters of each report.
 *
 * @type {Record<string, readonly string[]>}
 */
const REPORTS = {
  today: [],
  shop: [],
  content: [],
  order: ['id'],
}

/**
 * `GET /admin/storefront/{report}`: what waits for the staff, the origin of the shop, the state of the content, or the
 * withdrawals and emails of an order.
 *
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET({ params, query }, response) {
  const { report = '' } = params
  const names = Object.hasOwn(REPORTS, report) ? REPORTS[report] : undefined
  if (!names) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no report "${report}".`)
  const body = Object.fromEntries(names.map((name) => [name, query[name]]))
  response.json(await askStorefront(`/api/_internal/staff/${report}`, body))
}
