import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http'

import { findSamples } from '../../../../seed/find-samples.ts'

export async function GET({ scope }: AuthenticatedMedusaRequest, response: MedusaResponse) {
  response.json(await findSamples(scope))
}
