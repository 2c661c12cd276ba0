import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { MedusaRequest, MedusaResponse, MedusaNextFunction } from '@medusajs/framework/http'

export const DASHBOARD_DIR = resolve(process.env['DASHBOARD_DIR'] || join(import.meta.dirname, '../../dashboard'))
const RETRY_SECONDS = 10
/** The shop's own media, which products name by file. A browser looks for it beside the page. */
const MEDIA = /\/([\w-]+\.(?:avif|jpe?g|png|webp))$/i
const MEDIA_WIDTH = 320

/** Images and films may be on any host, since products may have them anywhere. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src * data: blob:',
  'media-src * blob:',
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>The dashboard is not built yet</title>
<h1>The dashboard is not built yet</h1>
<p>A shop that starts for the first time builds it in the background, in about half a minute. This page reloads by itself.</p>
<p>If it stays, <code>DASHBOARD</code> is off, or the output of the shop says why. <code>node bin/build-dashboard.ts</code> in <code>commerce/</code>
builds it, too.</p>
`

/** Before it is built, a page that says so, with status 503. */
export async function sendDashboard(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return next()
  response.set({
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  })
  if (!existsSync(join(DASHBOARD_DIR, 'index.html'))) {
    response.status(503).set({ 'retry-after': String(RETRY_SECONDS), 'cache-control': 'no-store' })
    response.type('html').send(NOT_BUILT)
    return
  }
  const [, file] = request.path.startsWith('/assets/') ? [] : (MEDIA.exec(request.path) ?? [])
  if (file) return sendMedia(file, response)
  // Files in `assets` have a hash of their content in the name. Every other path is a page of the dashboard.
  if (!request.path.startsWith('/assets/')) {
    const headers = { 'cache-control': 'no-cache' }
    return response.sendFile('index.html', { root: DASHBOARD_DIR, cacheControl: false, headers })
  }
  response.sendFile(request.path, { root: DASHBOARD_DIR, maxAge: '1y', immutable: true }, (error) => {
    if (error && !response.headersSent) response.status(404).type('text').send('Not Found')
  })
}

/** From the storefront, which does not show its media to pages of other origins. */
async function sendMedia(file: string, response: MedusaResponse) {
  const url = `${process.env['STOREFRONT_URL']}/_image/${MEDIA_WIDTH}/${file}`
  try {
    const image = await fetch(url, { headers: { accept: 'image/webp' }, signal: AbortSignal.timeout(10_000) })
    if (!image.ok) throw new Error(`the storefront answered ${image.status}`)
    const bytes = Buffer.from(await image.arrayBuffer())
    response.set('cache-control', 'private, max-age=3600').type('webp').send(bytes)
  } catch {
    response.status(404).type('text').send('Not Found')
  }
}
