import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'

import t, { type Test } from 'tap'

import { createRequestInterceptor } from '#server/http/request-interceptor.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { until } from '#test/support/until.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

function openInterceptor() {
  const interceptor = createRequestInterceptor()
  const served: string[] = []
  const server = interceptor.serverFactory(({ url = '' }) => void served.push(url), {})
  function come(method: string, url: string): ServerResponse {
    const request = Object.assign(new IncomingMessage(new Socket()), { method, url })
    request.headers.host = 'shop.example'
    const response = new ServerResponse(request)
    server.emit('request', request, response)
    return response
  }
  return { interceptor, served, come }
}

/** A listening server. @returns a connection to it that reads nothing by itself */
async function connectTo(t: Test, handler: Handler, options: { writeTimeoutMs?: number } = {}) {
  const interceptor = createRequestInterceptor(options)
  const server = interceptor.serverFactory(handler, {})
  const origin = await listenLocally(t, server)
  const client = connect(Number(new URL(origin).port), '127.0.0.1')
  t.teardown(() => client.destroy())
  await once(client, 'connect')
  client.on('error', () => {})
  return { interceptor, server, origin, client }
}

const GET = 'GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n'

t.test('what a visitor writes is heard at once, however many look', async (t) => {
  const { served, come } = openInterceptor()
  for (const url of ['/a', '/b']) come('GET', url)
  come('POST', '/write')
  t.same(served, ['/a', '/write'])
})

t.test('a page that is kept waits for nobody', async (t) => {
  const { interceptor, served, come } = openInterceptor()
  const answered: string[] = []
  interceptor.answer = ({ url = '' }) => url === '/kept' && answered.push(url) > 0
  for (const url of ['/a', '/b', '/kept']) come('GET', url)
  t.same([served, answered], [['/a'], ['/kept']])
})

t.test('health checks and files are answered while pages wait', async (t) => {
  const { served, come } = openInterceptor()
  for (let page = 0; page < 20; page += 1) come('GET', `/en/search?q=${page}`)
  for (const url of ['/healthz', '/readyz?probe=1', '/assets/a.js']) come('GET', url)
  await nextTick()
  t.match(served.slice(0, 4), ['/en/search?q=0', '/healthz', '/readyz?probe=1', '/assets/a.js'])
})

t.test('a client that sends many requests without reading an answer loses its connection', async (t) => {
  const served: string[] = []
  const { client } = await connectTo(t, ({ url = '' }) => void served.push(url))
  const closed = once(client, 'close')
  client.write(GET.repeat(1000))
  await closed
  t.ok(served.length <= 8, `${served.length} requests reached the shop`)
})

t.test('a client that sends a few requests at once gets all answers, in their order', async (t) => {
  const { client } = await connectTo(t, ({ url }, response) => response.end(`answer to ${url}.`))
  const order = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h']
  client.write(order.map((path) => GET.replace(' / ', ` ${path} `)).join(''))
  let read = ''
  for await (const chunk of client) {
    read += String(chunk)
    if (read.includes('/h.')) break
  }
  t.same(
    [...read.matchAll(/answer to ([^\s.]+)\./g)].map(([, path]) => path),
    order,
  )
})

t.test('a connection whose client reads nothing of an answer ends', async (t) => {
  const ended = Promise.withResolvers<boolean>()
  const { client } = await connectTo(
    t,
    (_request, response) => {
      response.once('close', () => ended.resolve(response.writableFinished))
      response.end(Buffer.alloc(64 * 1024 * 1024))
    },
    { writeTimeoutMs: 200 },
  )
  client.pause()
  client.write(GET)
  t.equal(await ended.promise, false, 'the answer was given up')
})

t.test('an answer that takes longer than that to prepare is sent', async (t) => {
  const gate = Promise.withResolvers<void>()
  const { interceptor, server, origin, client } = await connectTo(
    t,
    (_request, response) => void gate.promise.then(() => response.end('here it is')),
    { writeTimeoutMs: 100 },
  )
  // The other connection asks for nothing, and would be the first to time out.
  client.destroy()
  const timeout = once(server, 'timeout')
  const answer = fetch(`${origin}/slow`)
  await timeout
  gate.resolve()
  t.equal(await (await answer).text(), 'here it is')
  t.equal(interceptor.status().shed, 0)
})

t.test('too many forms at once are refused, each with the time to come again', async (t) => {
  const waiting: ServerResponse[] = []
  const { interceptor, origin } = await connectTo(t, (_request, response) => void waiting.push(response))
  interceptor.shed = (_request, response) => void response.writeHead(503, { 'retry-after': '5' }).end()
  const answers = Array.from({ length: 320 }, () => fetch(`${origin}/api/carts`, { method: 'POST' }))
  const refused = await Promise.race(answers)
  t.match([refused.status, refused.headers.get('retry-after')], [503, '5'])
  await until(() => interceptor.status().shed === 170)
  for (const response of waiting) response.end()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  t.equal(statuses.filter((status) => status === 503).length, 170, 'one client has a quarter of the places')
  t.equal(interceptor.status().unanswered, 0)
})
