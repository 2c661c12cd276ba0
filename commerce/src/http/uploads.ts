import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { MedusaRequest } from '@medusajs/framework/http'
import { MedusaError } from '@medusajs/framework/utils'

import { checkUpload } from '../media/check-upload.ts'

const DAY_MS = 86_400_000

/** If no S3 bucket is set. Not `static`, which Medusa serves as it is. */
export const UPLOADS_DIR = resolve(process.env['UPLOADS_DIR'] || join(import.meta.dirname, '../../uploads'))

/** If no S3 bucket is set. `/static` serves no folder that begins with a dot. */
export const EXPORTS_DIR = join(UPLOADS_DIR, '.private')

/** Exports have customers' data, so none stays longer than a day. */
export async function deleteOldExports(): Promise<void> {
  for (const name of await readdir(EXPORTS_DIR).catch(() => [])) {
    const file = join(EXPORTS_DIR, name)
    // Another Medusa may have deleted it meanwhile.
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(file, { force: true })
  }
}

/** Throws MedusaError for a film or model that takes shoppers too long to load, or that their browsers cannot show. */
export function checkUploads(request: MedusaRequest): void {
  const { files } = request as unknown as { files?: { originalname: string; buffer: Buffer }[] }
  for (const { originalname: name, buffer } of files ?? []) {
    const problem = checkUpload(name, buffer)
    if (problem) throw new MedusaError(MedusaError.Types.INVALID_DATA, `${name}: ${problem}`)
  }
}
