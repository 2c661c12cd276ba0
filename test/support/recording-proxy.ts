import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

import type { Test } from 'tap'

export interface RecordingProxy {
  url: string
  /** Every call so far, such as `GET /store/regions`; may be emptied. */
  seen: string[]
}

/** Stands between the storefront and its backend, and writes down what is asked. */
export async function startRecordingProxy(t: Test, target: string): Promise<RecordingProxy> {
  const seen: string[] = []
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      // Whoever asked may be gone at any moment, and a pipe would throw that at whatever test runs by then.
      pipeline(answer, outgoing).catch(() => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    pipeline(incoming, onward).catch(() => outgoing.destroy())
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}
