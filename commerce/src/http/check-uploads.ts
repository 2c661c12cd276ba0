import type { MedusaRequest } from '@medusajs/framework/http'
import { MedusaError } from '@medusajs/framework/utils'

import { checkUpload } from '../media/check-upload.ts'

/** Throws MedusaError for a film or model that takes shoppers too long to load, or that their browsers cannot show. */
export function checkUploads(request: MedusaRequest): void {
  const { files } = request as unknown as { files?: { originalname: string; buffer: Buffer }[] }
  for (const { originalname: name, buffer } of files ?? []) {
    const problem = checkUpload(name, buffer)
    if (problem) throw new MedusaError(MedusaError.Types.INVALID_DATA, `${name}: ${problem}`)
  }
}
