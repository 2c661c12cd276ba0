import { createServer, request } from 'node:http'

import t from 'tap'

import { listenLocally } from '#test/support/listen-locally.ts'

import { guard } from '../../commerce/src/http/guard.ts'

interface Call {
  path?: string
  method?: string
  headers?: Record<string, string>
}

let now = 0
const server = createServer(
  guard(({ headers }, response) => response.writeHead(headers['authorization'] === 'wrong' ? 401 : 200).end(), {
    hosts: ['Medusa.example'],
    webhooks: ['paypal_paypal'],
    now: () => now,
  }),
)
const url = await listenLocally(t, server)

async function statusOf({ path = '/store/products', method = 'GET', headers = {} }: Call): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const call = request(`${url}${path}`, { method, headers }, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
  call.on('error', reject)
  call.end()
  return promise
}

t.test('a backend answers to its own host names only', async (t) => {
  const { port } = new URL(url)
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    'medusa.example',
    'MEDUSA.example:9000',
  ])
    t.equal(await statusOf({ headers: { host } }), 200, host)
  for (const host of ['evil.example', `evil.example:${port}`, 'medusa.example.evil.example', '127.0.0.1.evil.example'])
    t.equal(await statusOf({ headers: { host } }), 421, host)
})

t.test('a page of another site cannot call the backend', async (t) => {
  const { host } = new URL(url)
  const refused: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:5173' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of refused) t.equal(await statusOf({ method: 'POST', headers }), 403, JSON.stringify(headers))
  const accepted: Record<string, string>[] = [
    { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ]
  for (const headers of accepted) t.equal(await statusOf({ method: 'POST', headers }), 200, JSON.stringify(headers))
  t.equal(await statusOf({ path: '/static/ring.png', headers: { 'sec-fetch-site': 'cross-site' } }), 200, 'an image is')
})

t.test("payment events are limited to the shop's provider, in size and in number", async (t) => {
  const send = (path: string, headers = {}) => statusOf({ path, method: 'POST', headers })
  for (const path of [
    '/hooks/payment/stripe',
    '/hooks/payment/',
    '/hooks/payment',
    '/hooks/payment/paypal_paypal%2f',
    '/HOOKS/payment/stripe',
  ])
    t.equal(await send(path), 404, path)
  t.equal(await statusOf({ path: '/hooks/payment/paypal_paypal' }), 404, 'by POST alone')
  t.equal(await send('/hooks/payment/paypal_paypal', { 'content-length': '65537' }), 413)
  const statuses = await Promise.all(Array.from({ length: 121 }, () => send('/hooks/payment/paypal_paypal')))
  t.equal(statuses.filter((status) => status === 200).length, 120)
  t.ok(statuses.includes(429))
  t.equal(await send('/hooks/payment/paypal_paypal', { 'x-forwarded-for': '10.0.0.1' }), 200, 'another may')
  now += 60_000
  t.equal(await send('/hooks/payment/paypal_paypal'), 200, 'and so may the first, a minute later')
})

t.test('after ten wrong passwords the staff wait a quarter of an hour, and right ones never count', async (t) => {
  const signIn = (authorization: string, path = '/auth/user/emailpass', headers = {}) =>
    statusOf({ path, method: 'POST', headers: { authorization, ...headers } })
  for (let right = 0; right < 30; right += 1) t.equal(await signIn('right'), 200)
  const burst = await Promise.all(Array.from({ length: 20 }, () => signIn('wrong')))
  t.equal(burst.filter((status) => status === 401).length, 10, 'however many are sent at once')
  t.equal(burst.filter((status) => status === 429).length, 10)
  t.equal(await signIn('right'), 429)
  t.equal(await signIn('right', '/auth/%75ser/emailpass'), 429, 'however the path is written')
  t.equal(await signIn('right', undefined, { 'x-forwarded-for': '10.0.0.2' }), 200, 'another network signs in')
  t.equal(await signIn('wrong', '/auth/customer/emailpass'), 401, 'the storefront limits customers itself')
  now += 900_000
  t.equal(await signIn('right'), 200)
})
