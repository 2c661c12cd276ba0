import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import type { Browser } from 'playwright'
import type { Test } from 'tap'

import { MIXPANEL_HOST, PIXEL_HOST, PIXEL_SCRIPT_HOST } from '#shared/privacy/third-party-hosts.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { passOn, serveHosts } from '#test/support/named-hosts.ts'
import { PIXEL_STAND_IN } from '#test/support/pixel-stand-in.ts'

/** What someone who measures was told. */
export interface TrackedEvent {
  method: string
  url: URL
  /** Of an event, a profile or a recording: what its body says. */
  body: unknown
}

export interface MeasuringWorld {
  /** Where the shop is in this world. */
  origin: string
  /** One that finds the shop and everybody who measures on this machine, under their real names. */
  browser: Browser
  /** Everything that was told so far, in order. */
  tracked: () => TrackedEvent[]
}

/** Anyone who is asked for outside the shop; each is a stand-in on this machine. */
export const MEASURERS = [MIXPANEL_HOST, PIXEL_SCRIPT_HOST, PIXEL_HOST]

export const SHOP_ORIGIN = 'https://shop.test'

/** What of an experiment everybody gets. */
export const FLAGS = {
  gift_note: {
    variant_key: 'with_note',
    variant_value: true,
    experiment_id: 'exp-1',
    is_experiment_active: true,
    is_qa_tester: false,
  },
}

/** The Inner Circle's popup, switched off for everyone. */
export const WITHOUT_VIP_POPUP = {
  ...FLAGS,
  'vip-popup': { ...FLAGS.gift_note, variant_key: 'off', variant_value: false },
}

interface WorldOptions {
  /** What Mixpanel answers for a visitor's flags; never anything if null. */
  flags?: object | null
}

/**
 * The shop at a name of its own and over https, in a world in which those who measure have their real names.
 * @param shopUrl where the shop listens
 */
export async function openMeasuringWorld(
  t: Test,
  shopUrl: string,
  { flags = FLAGS }: WorldOptions = {},
): Promise<MeasuringWorld> {
  const tracked: TrackedEvent[] = []
  const hosts = await serveHosts([SHOP_ORIGIN, ...MEASURERS], (request, response) => {
    const origin = `https://${request.headers.host}`
    if (origin === SHOP_ORIGIN) return passOn(shopUrl, request, response)
    // What is broken off before it is said was not told.
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
  return { origin: SHOP_ORIGIN, browser, tracked: () => tracked }
}

async function receive(origin: string, request: IncomingMessage): Promise<TrackedEvent> {
  const { method = 'GET', url = '/' } = request
  const bytes = await buffer(request)
  // A recording is packed, and does not say so in its headers.
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
  // A page that is left hands its form over without saying that it is one.
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
