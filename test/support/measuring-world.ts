import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import type { Test } from 'tap'

import { MIXPANEL_HOST, PIXEL_HOST, PIXEL_SCRIPT_HOST } from '#shared/privacy/third-party-hosts.ts'

import { passOn } from './breaking-proxy.ts'
import { launchChromium } from './chromium.ts'
import { serveHosts } from './named-hosts.ts'
import { PIXEL_STAND_IN } from './pixel-stand-in.ts'

export interface TrackedEvent {
  method: string
  url: URL
  body: unknown
}

export const MEASURERS = [MIXPANEL_HOST, PIXEL_SCRIPT_HOST, PIXEL_HOST]

export const SHOP_ORIGIN = 'https://shop.test'

export const FLAGS = {
  gift_note: {
    variant_key: 'with_note',
    variant_value: true,
    experiment_id: 'exp-1',
    is_experiment_active: true,
    is_qa_tester: false,
  },
}

export const WITHOUT_VIP_POPUP = {
  ...FLAGS,
  'vip-popup': { ...FLAGS.gift_note, variant_key: 'off', variant_value: false },
}

/**
 * The shop at a host name of its own over https, with fake analytics providers under their real names.
 * @param shopUrl URL at which the shop listens
 */
export async function openMeasuringWorld(t: Test, shopUrl: string) {
  let tracked: TrackedEvent[] = []
  let flags: object | null = FLAGS
  const hosts = await serveHosts([SHOP_ORIGIN, ...MEASURERS], (request, response) => {
    const origin = `https://${request.headers.host}`
    if (origin === SHOP_ORIGIN) return passOn(shopUrl, request, response)
    // An aborted request tracks nothing.
    takeNote(origin, request, response).catch(() => response.destroy())
  })
  async function takeNote(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await receive(origin, request)
    if (call.method !== 'OPTIONS') tracked.push(call)
    answer(call, request, response, flags)
  }
  const browser = await launchChromium(hosts.flags)
  t.teardown(async () => {
    await browser.close()
    hosts.close()
  })
  return {
    browser,
    tracked: () => tracked,
    /** Forgets the visit before. @param wanted Mixpanel's response for the flags; it never responds if null */
    begin(wanted: object | null = FLAGS) {
      tracked = []
      flags = wanted
    },
  }
}

async function receive(origin: string, request: IncomingMessage): Promise<TrackedEvent> {
  const { method = 'GET', url = '/' } = request
  const bytes = await buffer(request)
  // A recording is compressed, without saying so in its headers.
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
  // A beacon that is sent when a page closes is a form without the matching content type.
  const form = text.startsWith('data=') ? new URLSearchParams(text).get('data') : text
  return { method, url: new URL(url, origin), body: form ? JSON.parse(form) : undefined }
}

function answer(
  { method, url }: TrackedEvent,
  request: IncomingMessage,
  response: ServerResponse,
  flags: object | null,
): void {
  if (url.origin === PIXEL_SCRIPT_HOST) return send(response, 200, 'text/javascript', PIXEL_STAND_IN)
  if (url.origin === PIXEL_HOST) return send(response, 200, 'image/gif', Buffer.from(PIXEL, 'base64'))
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
  if (method === 'OPTIONS') return send(response, 204, 'text/plain', '')
  if (url.pathname === '/flags/' && flags === null) return
  const reported = url.pathname === '/flags/' ? { flags } : { error: null, status: 1, code: 200 }
  send(response, 200, 'application/json', JSON.stringify(reported))
}

const PIXEL = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
