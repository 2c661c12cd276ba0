import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { MedusaError } from '@medusajs/framework/utils'

import { askStorefront } from '../../../../storefront/notify-storefront.ts'

const REPORTS = ['today', 'shop', 'content', 'order']
const ACTIONS = new Map([
  ['check-fields', 'product-fields/check'],
  ['images', 'images'],
  ['resend-email', 'emails/resend'],
  ['resolve-withdrawal', 'withdrawals/done'],
])
/** The storefront may have to download the images first. */
const MEASURE_MS = 60_000

export async function GET({ params, query }: AuthenticatedMedusaRequest, response: MedusaResponse) {
  const { report = '' } = params
  if (!REPORTS.includes(report)) throw notFound(report)
  response.json(await askStorefront(report, { id: query['id'] }))
}

export async function POST({ params, body }: AuthenticatedMedusaRequest<object>, response: MedusaResponse) {
  const { report = '' } = params
  const action = ACTIONS.get(report)
  if (!action) throw notFound(report)
  response.json(await askStorefront(action, body, action === 'images' ? MEASURE_MS : undefined))
}

function notFound(name: string) {
  return new MedusaError(MedusaError.Types.NOT_FOUND, `The storefront has no "${name}" for the dashboard.`)
}
