import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** A proxy between the shop and a real backend that records requests and can delay some. */
export interface GateProxy {
  url: string
  calls: string[]
  /** Delays matching requests until `open`: the backend reads its data afterwards. */
  hold: (matches: (path: string) => boolean) => void
  /** Delays matching responses until `open`: the backend has read its data before. */
  holdAnswers: (matches: (path: string) => boolean) => void
  held: () => number
  open: () => void
  close: () => Promise<void>
}

export async function startGateProxy(target: string): Promise<GateProxy> {
  const calls: string[] = []
  let holds: (path: string) => boolean = () => false
  let holdsAnswers: (path: string) => boolean = () => false
  let waiting: (() => void)[] = []
  const wait = (): Promise<void> => new Promise((resolve) => waiting.push(resolve))

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const pass = async (): Promise<void> => {
      calls.push(path)
      if (holds(path)) await wait()
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const call = forward(new URL(path, target), { method: incoming.method, headers: incoming.headers }, resolve)
      call.on('error', reject)
      // The client may disconnect at any time; an unhandled pipe error would fail an unrelated test.
      pipeline(incoming, call).catch(reject)
      const answer = await promise
      if (holdsAnswers(path)) await wait()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      await pipeline(answer, outgoing)
    }
    pass().catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    hold: (matches) => (holds = matches),
    holdAnswers: (matches) => (holdsAnswers = matches),
    held: () => waiting.length,
    open() {
      holds = () => false
      holdsAnswers = () => false
      const released = waiting
      waiting = []
      for (const release of released) release()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
