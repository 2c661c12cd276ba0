import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'bugs')

/** Five ways to get a cart wrong, each a patch of its source. */
export const BUGS = readdirSync(FOLDER).map((file) => ({ bug: basename(file, '.patch'), patch: join(FOLDER, file) }))
