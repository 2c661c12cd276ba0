import { join, resolve } from 'node:path'

/** The folder of uploaded files if no S3 bucket is set. */
export const UPLOADS_DIR = resolve(process.env['UPLOADS_DIR'] || join(import.meta.dirname, '../../static'))
