import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream/promises'

import type { Test } from 'tap'

import { listenLocally } from '#test/support/listen-locally.ts'

export async function startRecordingProxy(t: Test, target: string) {
  const seen: string[] = []
  const requestIds: (string | undefined)[] = []
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    requestIds.push(incoming.headers['x-request-id']?.toString())
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      // The client may disconnect at any time, and `pipe` would throw that error into whatever test is running.
      pipeline(answer, outgoing).catch(() => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    pipeline(incoming, onward).catch(() => outgoing.destroy())
  })
  return { url: await listenLocally(t, server), seen, requestIds }
}
