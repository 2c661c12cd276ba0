import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

import type { Test } from 'tap'

import { listenLocally } from '#test/support/listen-locally.ts'

export interface Exchange {
  number: number
  /** Such as `POST /store/carts/…/complete`. */
  call: string
}

export interface CutProxy {
  url: string
  exchanges: Exchange[]
  /** Restarts the count. `cut` runs at the exchange with this number, before its request or before its response. */
  watch(at?: { number: number; when: 'before' | 'after' }, cut?: () => void): void
}

const ABOUT_AN_ORDER = /^\/store\/(carts|orders)\//

/** A proxy between the storefront and its backend that can interrupt a call. */
export async function startCutProxy(t: Pick<Test, 'teardown'>, target: string): Promise<CutProxy> {
  const exchanges: Exchange[] = []
  let watched: { number: number; when: 'before' | 'after' } | undefined
  let cut = (): void => {}

  async function exchange(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming
    const number = ABOUT_AN_ORDER.test(url) ? exchanges.length + 1 : 0
    if (number > 0) exchanges.push({ number, call: `${method} ${url.split('?', 1)[0]?.replace(/_[^/]+/g, '_…')}` })
    const when = number > 0 && watched?.number === number ? watched.when : undefined
    const body = await buffer(incoming)
    if (when === 'before') return cut()
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request(new URL(url, target), { method, headers: incoming.headers }, resolve).on('error', reject).end(body)
    const answer = await promise
    const text = await buffer(answer)
    if (when === 'after') return cut()
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(text)
  }

  const server = createServer((incoming, outgoing) => {
    exchange(incoming, outgoing).catch(() => outgoing.destroy())
  })
  return {
    url: await listenLocally(t, server),
    exchanges,
    watch(at, action = () => {}) {
      exchanges.length = 0
      watched = at
      cut = action
    },
  }
}
