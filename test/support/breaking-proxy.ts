import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

import type { Test } from 'tap'

import { listenLocally } from './listen-locally.ts'

/** How a call fails: it never arrives, is rejected on the way, or is done and its response is lost. */
export type Breakage = 'before' | 'refused' | 'after'

export async function startBreakingProxy(t: Test, target: string) {
  let broken: { index: number | undefined; how: Breakage } = { index: undefined, how: 'before' }
  let writes = 0
  const server = createServer((incoming, outgoing) => {
    const isBroken = incoming.method !== 'GET' && writes++ === broken.index
    if (isBroken && broken.how === 'before') outgoing.destroy()
    else if (isBroken && broken.how === 'refused') outgoing.writeHead(503).end()
    else passOn(target, incoming, outgoing, isBroken)
  })
  const url = await listenLocally(t, server)
  return {
    url,
    /** From now on, breaks the write with this number, counted from 0. Without a number, no write is broken. */
    breakWrite(index: number | undefined, how: Breakage) {
      broken = { index, how }
      writes = 0
    },
    writes: () => writes,
    async goAway() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    async comeBack() {
      server.listen(Number(new URL(url).port), '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

export function passOn(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isAnswerLost = false,
): void {
  const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers })
  onward.on('response', (answer) => {
    if (isAnswerLost) {
      answer.resume().on('end', () => outgoing.destroy())
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    // The client may disconnect at any time, and `pipe` would throw that error into whatever test is running.
    pipeline(answer, outgoing).catch(() => outgoing.destroy())
  })
  onward.on('error', () => outgoing.destroy())
  pipeline(incoming, onward).catch(() => outgoing.destroy())
}
