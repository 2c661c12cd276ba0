import http, { type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'

import { container } from '@medusajs/framework'

import { guard } from '../src/http/guard.ts'
import { offerPayPal } from '../src/modules/paypal/offer-paypal.ts'
import './end-with-parent.ts'

const require = createRequire(import.meta.url)
const directory = path.dirname(import.meta.dirname)
const { ALLOWED_HOSTS = '', MEDUSA_BACKEND_URL: ownUrl } = process.env
const hosts = ALLOWED_HOSTS.split(',').flatMap((host) => host.trim() || [])
if (ownUrl) hosts.push(new URL(ownUrl).hostname)
const webhooks = process.env['PAYPAL_CLIENT_ID'] ? ['paypal_paypal'] : []

// Medusa finds subscribers only from the project's own folder.
process.chdir(directory)
const { default: start } = require('@medusajs/medusa/commands/start') as {
  default: (options: { directory: string; host: string; port: number }) => Promise<unknown>
}

// Medusa's middlewares run after its sessions and body parsers, and not on every route. So the guard wraps the request
// listener of the HTTP server.
const { createServer } = http
http.createServer = ((handle: RequestListener) =>
  createServer(guard(handle, { hosts, webhooks }))) as typeof http.createServer
await start({ directory, host: process.env['HOST'] ?? '127.0.0.1', port: Number(process.env['PORT'] ?? 9000) })
http.createServer = createServer
await offerPayPal(container)
