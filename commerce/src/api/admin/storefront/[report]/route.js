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
  prices: ['currency'],
  'price-counts': [],
  order: ['id'],
}

/** All prices of a large shop take long to count. */
const COUNT_MS = 60_000

/**
 * `GET /admin/storefront/{report}`: what waits for the staff, the origin of the shop, the state of the content, the
 * crossed-out prices of a currency, the numbers of all, or the withdrawals and emails of an order.
 *
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET({ params, query }, response) {
  const { report = '' } = params
  const names = Object.hasOwn(REPORTS, report) ? REPORTS[report] : undefined
  if (!names) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no report "${report}".`)
  const body = Object.fromEntries(names.map((name) => [name, query[name]]))
  const timeout = report === 'price-counts' ? COUNT_MS : undefined
  response.json(await askStorefront(`/api/_internal/staff/${report}`, body, timeout))
}
