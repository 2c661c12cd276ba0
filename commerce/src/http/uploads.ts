import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const DAY_MS = 86_400_000

/** The folder of uploaded files if no S3 bucket is set. It must not be `static`, which Medusa serves as it is. */
export const UPLOADS_DIR = resolve(process.env['UPLOADS_DIR'] || join(import.meta.dirname, '../../uploads'))

/** The folder of the staff's exports if no S3 bucket is set. `/static` serves no folder that begins with a dot. */
export const EXPORTS_DIR = join(UPLOADS_DIR, '.private')

/** Deletes exports that are older than a day, because they have customers' data. */
export async function deleteOldExports(): Promise<void> {
  for (const name of await readdir(EXPORTS_DIR).catch(() => [])) {
    const file = join(EXPORTS_DIR, name)
    // Another Medusa may have deleted it meanwhile.
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(file, { force: true })
  }
}
