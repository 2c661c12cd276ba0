import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Test } from 'tap'

export async function listenLocally(t: Pick<Test, 'teardown'>, server: Server, port = 0): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(port, '127.0.0.1', resolve)
  await promise
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
