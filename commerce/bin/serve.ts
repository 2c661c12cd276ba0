import { createRequire } from 'node:module'
import path from 'node:path'

import { container } from '@medusajs/framework'

import { offerPayPal } from '../src/modules/paypal/offer-paypal.ts'
import './end-with-parent.ts'

const require = createRequire(import.meta.url)
const directory = path.dirname(import.meta.dirname)

// Subscribers are only found from the project's own folder.
process.chdir(directory)
const { default: start } = require('@medusajs/medusa/commands/start') as {
  default: (options: { directory: string; host: string; port: number }) => Promise<unknown>
}
await start({ directory, host: process.env['HOST'] ?? '127.0.0.1', port: Number(process.env['PORT'] ?? 9000) })
await offerPayPal(container)
