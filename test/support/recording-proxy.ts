import { createServer } from 'node:http'

import type { Test } from 'tap'

import { passOn } from './breaking-proxy.ts'
import { listenLocally } from './listen-locally.ts'

/** A proxy between the storefront and its backend that records calls, such as `GET /store/regions`, and their ids. */
export async function startRecordingProxy(t: Test, target: string) {
  const seen: string[] = []
  const requestIds: (string | undefined)[] = []
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    requestIds.push(incoming.headers['x-request-id']?.toString())
    passOn(target, incoming, outgoing)
  })
  return { url: await listenLocally(t, server), seen, requestIds }
}
