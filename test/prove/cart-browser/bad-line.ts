import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

import { parseWriteOrder, WRITE_ORDER } from '#shared/cart/write-order.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import type { Random } from '#test/support/random.ts'

import type { Fault as CallFault } from '../cart/faulty-shop.ts'

/**
 * What can befall a call of the cart, between the page and the shop; `silent`: no one answers for longer than it waits.
 */
export type Fault = Exclude<CallFault, 'none' | 'stale'> | 'silent'

export const FAULTS: readonly Fault[] = ['refused', 'broken', 'unheard', 'lost', 'busy', 'twice', 'silent']

/** Calls overtake each other by these, in ms. */
const DELAYS = [0, 0, 0, 30, 120, 400, 1200]
const FAULTY_PERCENT = 25
/** Longer than any page waits. */
const SILENCE_MS = 30_000

export interface BadLine {
  /** Of the shop, as seen through it. */
  url: string
  /** From now on every call gets through. */
  calm(): void
  /** Since when no call of the cart has been under way, as `performance.now()`; undefined while one is. */
  quietSince(): number | undefined
  /** Calls of the cart so far. */
  calls(): number
  /** Writes that did not go well so far: to the line of which variant; undefined of those to a whole cart. */
  failures: { variantId: string | undefined; at: number }[]
}

interface BadLineOptions {
  target: string
  random: Random
  faults: readonly Fault[]
  /** Told of every call, and of what befell it, when it comes, is done and is answered. */
  note: (what: string) => void
  /** The address that the shop is to see, where it trusts us: one shopper is not all of them. */
  visitor: string
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Stands between one shopper's browser and the shop, and does to calls of the cart what bad lines do. */
export async function openBadLine(
  t: { teardown: (end: () => unknown) => unknown },
  { target, random, faults, visitor, note }: BadLineOptions,
): Promise<BadLine> {
  let isCalm = false
  let open = 0
  let calls = 0
  let quietSince: number | undefined = performance.now()
  // Of what takes longest there is least.
  const likely = [...faults, ...faults.filter((fault) => fault !== 'silent')]
  const failures: BadLine['failures'] = []

  async function ask(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
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
    const answer = await ask(incoming, await buffer(incoming))
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  }

  async function struggle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const order = incoming.headers[WRITE_ORDER]
    const variantId = parseWriteOrder(order)?.line
    const fault = random.isLucky(FAULTY_PERCENT) ? random.pick(likely) : undefined
    calls += 1
    const [way, back] = [random.pick(DELAYS), random.pick(DELAYS)]
    const name = `${calls} ${incoming.method} ${incoming.url?.replace(/\?.*/, '')}${order ? ` ${String(order)}` : ''}`
    note(`${name} leaves${fault ? `, to be ${fault}` : ''}`)
    const fail = () => void (incoming.method !== 'GET' && failures.push({ variantId, at: performance.now() }))
    const notify = (status: number, message: string) =>
      outgoing
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ statusCode: status, message }))

    const body = await buffer(incoming)
    if (fault !== undefined && fault !== 'twice') fail()
    await pause(isCalm ? 0 : way)
    if (fault === 'refused') return void notify(500, 'The shop is resting.')
    if (fault === 'busy') return void notify(409, 'The cart is busy.')
    if (fault === 'unheard') return void outgoing.destroy()
    if (fault === 'twice' && order) await ask(incoming, body)
    const answer = await ask(incoming, body)
    note(`${name} is done: ${answer.status}`)
    // Fewer than were asked for, too, is told to the page alone.
    if (answer.status >= 400 || answer.body.includes('"notice"')) fail()
    if (fault === 'silent') await pause(SILENCE_MS, undefined, { signal: gone(outgoing) }).catch(() => undefined)
    await pause(isCalm ? 0 : back)
    if (fault === 'broken') return void notify(500, 'The shop is resting.')
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
      ? track(isCalm ? pass(incoming, outgoing) : struggle(incoming, outgoing))
      : pass(incoming, outgoing)
    way.catch(() => outgoing.destroy())
  })
  return {
    url: await listenLocally(t, server),
    calm: () => void (isCalm = true),
    quietSince: () => quietSince,
    calls: () => calls,
    failures,
  }
}

function gone(outgoing: ServerResponse): AbortSignal {
  const shuttingDown = new AbortController()
  outgoing.on('close', () => shuttingDown.abort())
  return shuttingDown.signal
}
