import { Agent, createServer, request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import type { Test } from 'tap'

import { listenLocally } from './listen-locally.ts'

const LOOK_MS = 100
const TRIES = 3

/**
 * Load balancer in front of the processes of a shop. Each request goes to the next process whose `/readyz` returns 200,
 * and to another one if the connection is refused.
 */
export async function startBalancer(t: Pick<Test, 'teardown'>) {
  const agent = new Agent({ keepAlive: true })
  let targets: string[] = []
  let ready: string[] = []
  let round = 0
  const end = new AbortController()

  async function look(): Promise<void> {
    while (!end.signal.aborted) {
      const asked = await Promise.all(targets.map(async (origin) => ((await isReady(origin)) ? [origin] : [])))
      ready = asked.flat().filter((origin) => targets.includes(origin))
      await pause(LOOK_MS, undefined, { ref: false })
    }
  }

  const server = createServer((incoming, outgoing) => {
    // Buffered, so that it can be sent again to another process.
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => passOn(incoming, Buffer.concat(chunks), outgoing, TRIES))
  })

  function passOn(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, tries: number): void {
    const origin = ready[(round += 1) % Math.max(1, ready.length)]
    if (!origin) return void outgoing.writeHead(502).end()
    const { method = 'GET', headers } = incoming
    const onward = request(new URL(incoming.url ?? '/', origin), { method, headers, agent })
    onward.on('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...rest } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, rest)
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) outgoing.destroy()
      else if (tries > 1 && mayBeSentAgain(onward, error, method)) passOn(incoming, body, outgoing, tries - 1)
      else outgoing.writeHead(502).end(error.message)
    })
    onward.end(body)
  }

  void look()
  t.teardown(() => {
    end.abort()
    agent.destroy()
  })
  return {
    url: await listenLocally(t, server),
    sendTo: (...origins: string[]) => void (targets = origins),
    ready: () => ready,
  }
}

/** Retries refused connections, and GET requests for pages, which change nothing. Common proxies do the same. */
function mayBeSentAgain({ reusedSocket }: ClientRequest, { code }: NodeJS.ErrnoException, method: string): boolean {
  return code === 'ECONNREFUSED' || (reusedSocket && code === 'ECONNRESET' && method === 'GET')
}

async function isReady(origin: string): Promise<boolean> {
  // A busy process is not a stopped one.
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}
