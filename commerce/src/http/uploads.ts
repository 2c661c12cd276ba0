import { join, resolve } from 'node:path'

/** The folder of the staff's uploads, where no bucket is set. */
export const UPLOADS_DIR = resolve(process.env['UPLOADS_DIR'] || join(import.meta.dirname, '../../static'))
