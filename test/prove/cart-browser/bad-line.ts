import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

import { listenLocally } from '#test/support/listen-locally.ts'
import type { Random } from '#test/support/random.ts'

import type { Fault as CallFault } from '../cart/faulty-shop.ts'

/** What can go wrong with a call between the page and the shop. `silent`: the response takes longer than the timeout. */
export type Fault = Exclude<CallFault, 'none' | 'stale'> | 'silent'

export const FAULTS: readonly Fault[] = ['refused', 'broken', 'unheard', 'lost', 'busy', 'twice', 'silent']

/** Random delays in ms, by which calls overtake each other. */
const DELAYS = [0, 0, 0, 30, 120, 400, 1200]
const FAULTY_PERCENT = 25
/** Longer than the page's timeout. */
const SILENCE_MS = 30_000

export type BadLine = Awaited<ReturnType<typeof openBadLine>>

interface BadLineOptions {
  target: string
  random: Random
  faults: readonly Fault[]
  /** Logs every call and its fault: when it arrives, when the shop answered, and when the page gets the response. */
  note: (what: string) => void
  /** IP address of this shopper for X-Forwarded-For, so that shoppers do not share rate limits. */
  visitor: string
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export async function openBadLine(
  t: { teardown: (end: () => unknown) => unknown },
  { target, random, faults, visitor, note }: BadLineOptions,
) {
  let isCalm = false
  let open = 0
  let calls = 0
  let quietSince: number | undefined = performance.now()
  // The slowest fault is the rarest.
  const likely = [...faults, ...faults.filter((fault) => fault !== 'silent')]
  /** Failed writes so far. `variantId` is undefined for a write to the whole cart. */
  const failures: { variantId: string | undefined; at: number }[] = []

  async function forward(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const headers = { ...incoming.headers, 'x-forwarded-for': visitor, connection: 'close' }
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers, agent: false })
    onward.on('response', (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    onward.on('error', reject)
    onward.end(body)
    return promise
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const answer = await forward(incoming, await buffer(incoming))
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  }

  async function passFaulty(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [, variantId] = /\/line-items\/(variant_\w+)/.exec(incoming.url ?? '') ?? []
    const fault = random.isLucky(FAULTY_PERCENT) ? random.pick(likely) : undefined
    calls += 1
    const [way, back] = [random.pick(DELAYS), random.pick(DELAYS)]
    const name = `${calls} ${incoming.method} ${incoming.url?.replace(/\?.*/, '')}`
    note(`${name} leaves${fault ? `, to be ${fault}` : ''}`)
    const fail = () => void (incoming.method !== 'GET' && failures.push({ variantId, at: performance.now() }))
    const respond = (status: number, message: string) =>
      outgoing
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ statusCode: status, message }))

    const body = await buffer(incoming)
    if (fault !== undefined && fault !== 'twice') fail()
    await pause(isCalm ? 0 : way)
    if (fault === 'refused') return void respond(500, 'The shop is resting.')
    if (fault === 'busy') return void respond(409, 'The cart is busy.')
    if (fault === 'unheard') return void outgoing.destroy()
    if (fault === 'twice' && variantId) await forward(incoming, body)
    const answer = await forward(incoming, body)
    note(`${name} is done: ${answer.status}`)
    // A notice means that less was done than requested.
    if (answer.status >= 400 || answer.body.includes('"notice"')) fail()
    if (fault === 'silent') await pause(SILENCE_MS, undefined, { signal: gone(outgoing) }).catch(() => undefined)
    await pause(isCalm ? 0 : back)
    if (fault === 'broken') return void respond(500, 'The shop is resting.')
    if (fault === 'lost' || fault === 'silent') return void outgoing.destroy()
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
    note(`${name} is answered`)
  }

  async function track(way: Promise<void>): Promise<void> {
    open += 1
    quietSince = undefined
    await way.catch(() => undefined)
    open -= 1
    if (open === 0) quietSince = performance.now()
    return way
  }

  const server = createServer((incoming, outgoing) => {
    const isCart = incoming.url?.startsWith('/api/carts') ?? false
    const way = isCart
      ? track(isCalm ? pass(incoming, outgoing) : passFaulty(incoming, outgoing))
      : pass(incoming, outgoing)
    way.catch(() => outgoing.destroy())
  })
  return {
    url: await listenLocally(t, server),
    calm: () => void (isCalm = true),
    /** Time since which no cart call has been in flight, as `performance.now()`; undefined while one is. */
    quietSince: () => quietSince,
    calls: () => calls,
    failures,
  }
}

function gone(outgoing: ServerResponse): AbortSignal {
  const closed = new AbortController()
  outgoing.on('close', () => closed.abort())
  return closed.signal
}
