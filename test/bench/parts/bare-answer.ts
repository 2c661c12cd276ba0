/** A child process of the bench: a bare server with one fixed response. Receives the response, and sends its URL. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { reportUsedCpu } from './used-cpu.ts'

process.once('message', ({ status, headers, body }: { status: number; headers: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(status, headers)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
  reportUsedCpu()
  process.on('disconnect', () => {
    server.closeAllConnections()
    server.close()
  })
})
