import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

import t from 'tap'

import { buildShopServer } from '#test/server/api/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const ZEROS = Buffer.alloc(100_000_000)

async function post(path: string, encoding: string, body: Buffer | string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: { message: string } }>()
  const call = request(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-encoding': encoding,
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
  })
  call.on('error', reject)
  call.on('response', (answer) => {
    json(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read as { message: string } }), reject)
  })
  call.end(body)
  return promise
}

t.test('a small body that unpacks to gigabytes costs nothing, and leaves no work behind', async (t) => {
  const bombs = { br: brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), gzip: gzipSync(ZEROS), deflate: deflateSync(ZEROS) }
  await post('/api/carts', 'zstd', 'x')
  for (const [encoding, bomb] of Object.entries(bombs)) {
    const before = process.cpuUsage()
    const began = performance.now()
    const { status, body } = await post('/api/carts?lang=en', encoding, bomb)
    const answered = performance.now() - began
    // The work of the former code went on after its answer.
    await app.inject('/healthz')
    const used = process.cpuUsage(before)
    const cpu = (used.user + used.system) / 1000
    t.equal(status, 415, encoding)
    t.match(body.message, /compress/)
    t.ok(cpu < 50, `${encoding}: ${bomb.length} bytes, answered in ${answered.toFixed(1)} ms, ${cpu.toFixed(1)} ms of CPU`)
  }
})

t.test('the sender reads why in their language, at every address', async (t) => {
  const russian = await post('/api/email-subscribe?lang=ru', 'br', '{}')
  t.equal(russian.status, 415)
  t.match(russian.body, { statusCode: 415, message: /^Сжатые\sзапросы\sне\sпринимаются/ })
  t.equal((await post('/api/nothing-here', 'gzip', 'x')).status, 415)
})

t.test('a body that says it is not compressed is read', async (t) => {
  const { status } = await post('/api/email-subscribe', 'identity', '{"email": "no address"}')
  t.equal(status, 400)
})
