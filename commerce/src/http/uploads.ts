import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const DAY_MS = 86_400_000

/** If no S3 bucket is set. Not `static`, which Medusa serves as it is. */
export const UPLOADS_DIR = resolve(process.env['UPLOADS_DIR'] || join(import.meta.dirname, '../../uploads'))

/** If no S3 bucket is set. `/static` serves no folder that begins with a dot. */
export const EXPORTS_DIR = join(UPLOADS_DIR, '.private')

/** Exports have customers' data, so none stays longer than a day. */
export async function deleteOldExports() {
  for (const name of await readdir(EXPORTS_DIR).catch(() => [])) {
    const file = join(EXPORTS_DIR, name)
    // Another Medusa may have deleted it meanwhile.
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(file, { force: true })
  }
}
