import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import type { Test } from 'tap'

import type { BackendOrder } from '#server/cart/to-order.ts'
import { deriveKey } from '#server/keys.ts'

import { listenLocally } from './listen-locally.ts'
import { until } from './until.ts'

export interface ReceivedSignal {
  path: string
  headers: IncomingHttpHeaders
  raw: string
  body: Signal
  /** What the storefront answered. */
  status: number
}

interface Signal {
  product_ids: string[]
  all: boolean
  event: string
  /** Of the events of orders. */
  id?: string
  kind?: string
  data?: object
  order?: BackendOrder
}

const CATALOG = '/api/_internal/catalog/refresh'

export async function listenForSignals(t: Pick<Test, 'teardown'>, port = 0) {
  const received: ReceivedSignal[] = []
  let answer: (body: Signal) => number = () => 204
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await text(request)
    const body = JSON.parse(raw) as Signal
    const status = answer(body)
    received.push({ path: request.url ?? '', headers: request.headers, raw, body, status })
    response.writeHead(status).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  const url = await listenLocally(t, server, port)

  async function signalOf(work: () => Promise<unknown>, path = CATALOG): Promise<ReceivedSignal> {
    const onPath = () => received.filter((signal) => signal.path === path)
    const before = onPath().length
    await work()
    return until(() => onPath()[before])
  }

  return {
    url,
    received,
    answerWith: (next: number | typeof answer) => void (answer = typeof next === 'number' ? () => next : next),
    signalOf,
  }
}

/** Whether the signature matches the body and the secret, and is at most a minute old. */
export function isSignedWith(secret: string, { headers, raw }: ReceivedSignal): boolean {
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-lumenite-signature'])) ?? []
  const expected = createHmac('sha256', deriveKey(secret, 'backend-calls')).update(`${time}.${raw}`).digest('hex')
  return Math.abs(Date.now() / 1000 - Number(time)) < 60 && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
