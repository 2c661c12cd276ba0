/** A part of the bench: a bare server with one fixed response. Receives the response, and sends its URL. */
import { createServer } from 'node:http'

import { listenLocally } from '#test/support/listen-locally.ts'

import type { ReadyAnswer } from './compare-with-bare.ts'
import { openPart } from './part.ts'

const t = openPart()
process.once('message', ({ status, headers, body }: ReadyAnswer) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => void response.writeHead(status, headers).end(bytes))
  void listenLocally(t, server).then((url) => process.send?.({ url }))
})
