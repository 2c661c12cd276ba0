import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import t from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { until } from '#test/support/until.ts'

/** A way to the database that can stop carrying bytes, as a network does that drops them without a word. */
async function openSilentWay(target: string) {
  const upstream = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(upstream.port), upstream.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    client.pipe(database).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

t.test('an orchestrator hears that a shop is ready, also while its database says nothing', async (t) => {
  const commerce = await sharedCommerce()
  const way = await openSilentWay(commerce.databaseUrl)
  const app = await buildShopServer({ ...commerce, databaseUrl: way.url })
  t.teardown(() => {
    // A query that is never answered would be waited for.
    way.close()
    return app.close()
  })
  const probe = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return { status: statusCode, body: JSON.parse(body) as Ready }
  }
  const { body: first } = await until(async () => [await probe()].find(({ body }) => body.letters.waiting !== null))
  t.match(first, { status: 'ready', letters: { waiting: 0 }, load: { waiting: 0, shed: 0 } })

  way.fallSilent()
  const query = app.emails.status()
  const answers = await Promise.all(Array.from({ length: 20 }, probe))
  t.equal(await Promise.race([query, Promise.resolve('waits')]), 'waits', 'a query still waits for the database')
  for (const { status, body } of answers) t.match([status, body.status, body.letters.waiting], [200, 'ready', null])
})

interface Ready {
  status: string
  letters: { waiting: number | null }
}
