import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'bugs')

/** The planted bugs, each a patch of the cart's source. */
export const BUGS = readdirSync(FOLDER).map((file) => ({ bug: basename(file, '.patch'), patch: join(FOLDER, file) }))
