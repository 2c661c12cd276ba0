import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

import t from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { until } from '#test/support/until.ts'

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const LOOK_MS = 500
const ZEROS = Buffer.alloc(200_000_000)

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
  const bombs = {
    br: brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: gzipSync(ZEROS),
    deflate: deflateSync(ZEROS),
  }
  await post('/api/carts', 'zstd', 'x')
  await until(async () => (await app.inject('/readyz')).statusCode === 200)
  for (const [encoding, bomb] of Object.entries(bombs)) {
    // The shop has some work of its own.
    const idle = await cpuOver(async () => {})
    const cpu = await cpuOver(async () => {
      const { status, body } = await post('/api/carts?lang=en', encoding, bomb)
      t.equal(status, 415, encoding)
      t.match(body.message, /compress/)
    })
    t.ok(
      cpu - idle < 50,
      `${encoding}: ${bomb.length} bytes, ${Math.round(cpu)} ms of CPU, idle ${Math.round(idle)} ms`,
    )
  }
})

/** Milliseconds that the processor worked for a step and for a while after it: work may go on after the answer. */
async function cpuOver(step: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await step()
  await pause(LOOK_MS)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

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

t.test('a text that no database can store is refused with its field, in JSON and in a form', async (t) => {
  const send = async (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  const broken: [url: string, payload: object, field: string][] = [
    ['/api/contact', { name: 'a\ud800b', email: 'a@shopper.example', message: 'x' }, 'name'],
    ['/api/account/register?lang=ru', { email: 'a@shopper.example', first_name: '\0' }, 'first_name'],
    ['/api/carts/current', { gift: { wrap: true, message: 'a\udc00' } }, 'gift.message'],
  ]
  for (const [url, payload, field] of broken) {
    const answer = await send(url, payload)
    t.equal(answer.statusCode, 400, `${url}: ${answer.body}`)
    const { message, details } = answer.json<{ message: string; details: { fields: object } }>()
    t.match(message, field)
    t.same(Object.keys(details.fields), [field])
  }
  const form = await app.inject({
    method: 'POST',
    url: '/api/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: 'name=a%00b&email=a%40shopper.example&message=x&return_to=%2Fen%2Fcontact',
  })
  t.match(form, { statusCode: 303, headers: { location: '/en/contact' } }, 'a form is told on its page')
  const deep = await app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: '['.repeat(8000) + ']'.repeat(8000),
  })
  t.equal(deep.statusCode, 204, 'however deep it is nested')
})
