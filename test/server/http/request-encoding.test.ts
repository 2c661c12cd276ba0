import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'

import t from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

function open(path: string, encoding: string, headers: OutgoingHttpHeaders): ClientRequest {
  return request(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': encoding, ...headers },
  })
}

async function answerTo(call: ClientRequest): Promise<{ status: number | undefined; body: { message: string } }> {
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: (await json(answer)) as { message: string } }
}

async function post(path: string, encoding: string, body: string) {
  const call = open(path, encoding, { 'content-length': Buffer.byteLength(body) })
  call.end(body)
  return answerTo(call)
}

t.test('a body that may unpack to gigabytes is refused before it is read', async (t) => {
  for (const encoding of ['br', 'gzip', 'deflate']) {
    // The body never follows.
    const call = open('/api/carts?lang=en', encoding, { 'content-length': 1000 })
    call.flushHeaders()
    const { status, body } = await answerTo(call)
    t.equal(status, 415, encoding)
    t.match(body.message, /compress/)
    call.destroy()
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

t.test('a text that no database can store is refused with its field, in JSON and in a form', async (t) => {
  const send = async (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  const broken: [url: string, payload: object, field: string][] = [
    ['/api/contact', { name: 'a\ud800b', email: 'a@shopper.example', message: 'x' }, 'name'],
    ['/api/account/register?lang=ru', { email: 'a@shopper.example', first_name: 'a\ud800' }, 'first_name'],
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
    url: '/api/account/sign-out',
    headers: { 'content-type': 'application/json' },
    payload: '['.repeat(8000) + ']'.repeat(8000),
  })
  t.equal(deep.statusCode, 200, 'however deep it is nested')
})

const submit = (payload: string) =>
  app.inject({
    method: 'POST',
    url: '/api/email-subscribe',
    payload,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'same-origin',
    },
  })

t.test('a form with thousands of fields is refused', async (t) => {
  const payload = Array.from({ length: 6500 }, (_, nth) => `f${nth}=1`).join('&')
  const { statusCode, headers } = await submit(payload)
  t.equal(statusCode, 303)
  t.match(headers['location'], /^\/en\//)
})

t.test(
  'what was typed into a refused form is kept as far as a cookie goes, the longest is dropped first',
  async (t) => {
    const fields = { email: 'no address', long: incompressible(6000), longer: 'ы'.repeat(9000), name: 'Ольга' }
    const { cookies } = await submit(new URLSearchParams(fields).toString())
    t.same(typedIn(cookies), { email: 'no address', name: 'Ольга' })
  },
)

t.test('a long message in Cyrillic is kept', async (t) => {
  const message = Array.from({ length: 60 }, (_, nth) => `Вопрос ${nth}: подойдёт ли кольцо размера ${nth / 2}?`).join(
    ' ',
  )
  t.ok(message.length > 2500)
  const { cookies } = await submit(new URLSearchParams({ email: 'no address', message }).toString())
  t.match(typedIn(cookies), { message })
})

/** The fields in the cookie that a response set, which has to fit into a browser's limit. */
function typedIn(cookies: readonly { name: string; value: string }[]): object {
  const flash = cookies.find(({ name }) => name === 'flash')?.value ?? ''
  t.ok(flash.length < 4000)
  const text = inflateRawSync(Buffer.from(flash.split('.')[0] ?? '', 'base64url')).toString()
  return (JSON.parse(text) as { values: object }).values
}

function incompressible(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length)
}
