/** A child of the bench: the barest server there is, which says one thing. Is told what, and tells its address. */
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
