import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import t from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const app = await buildShopServer(await sharedCommerce(), { PUBLIC_URL: 'https://shop.example' })
t.teardown(() => app.close())
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

/** Sends bytes as they are. @returns everything that comes back until the connection ends */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

const PROTECTED = [
  /^x-content-type-options: nosniff\r$/im,
  /^x-frame-options: DENY\r$/im,
  /^strict-transport-security: max-age=31536000/im,
  /^content-security-policy: default-src 'none'/im,
  /^referrer-policy: strict-origin-when-cross-origin\r$/im,
]

t.test('an answer to what is no request protects the client as every other answer does', async (t) => {
  const cases = [
    ['nonsense', 400, 'no request\r\n\r\n'],
    ['headers that are too large', 431, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`],
    ['a request without a Host', 400, 'GET /en HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [
      'a part of an address that is too long',
      414,
      `GET /api/products/handle/${'y'.repeat(2200)} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    ],
  ] as const
  for (const [name, status, bytes] of cases) {
    const answer = await send(bytes)
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), name)
    for (const header of PROTECTED) t.match(answer, header, `${name}: ${header.source}`)
    t.ok(answer.length < 2000, 'and is short')
  }
})

t.test(
  'a client that sends an unknown Expect header gets the answer that it asked for, with the headers of every other',
  async (t) => {
    const answer = await send(
      'GET /api/region/current HTTP/1.1\r\nhost: a\r\nexpect: more\r\nconnection: close\r\n\r\n',
    )
    t.match(answer, /^HTTP\/1\.1 200 /)
    for (const header of PROTECTED) t.match(answer, header)
  },
)

t.test('a request that does not come to its end is told so', async (t) => {
  // Node looks for such requests every half minute; the test does not wait for that.
  const socket = connect(Number(port), '127.0.0.1')
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const [server] = await accepted
  app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), server)
  const answer = await text(socket)
  t.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
  for (const header of PROTECTED) t.match(answer, header)
})

t.test('a client that sends half a form and stays holds no connection', async (t) => {
  const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const asked = once(app.server, 'request')
  client.write('POST /api/consent HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n')
  const [server] = await accepted
  await asked
  const closed = once(server, 'close')
  app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), server)
  await closed
  t.ok(server.destroyed, 'also where the client never ends its half')
  client.destroy()
})
