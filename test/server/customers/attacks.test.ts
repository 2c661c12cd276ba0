import type { InjectOptions } from 'fastify'
import t from 'tap'

import { createAccounts } from '#test/support/accounts.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'
import { signInByLink } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

import { listProducts } from '../shop-server.ts'

const mailServer = await openMailServer(t)
const {
  app,
  commerce,
  url: origin,
} = await startOwnShop(t, {
  env: { ...mailServer.env, TRUST_PROXY: '1', LOG_LEVEL: 'silent' },
})
const { call, tokenFor } = createAccounts(t, origin, mailServer)

const WRITES = [
  'sign-in-link',
  'sign-in-link/use',
  'sign-in',
  'register',
  'password/forgot',
  'password/reset',
  'sign-out',
  'me',
  'me/delete',
  'me/keep',
  'password',
  'sessions',
  'saved',
  'email',
  'email-preferences',
  'email/allow',
  'email/confirm',
  'addresses',
  'addresses/cuaddr_1',
  'addresses/cuaddr_1/delete',
  'orders/order_1/reorder',
  'passkeys',
  'passkeys/options',
  'passkeys/remove',
  'passkeys/sign-in',
  'passkeys/sign-in/options',
] as const

let networks = 0
/** Limits count networks, and are not what these requests are about. */
const anyNetwork = () => ({ 'x-forwarded-for': `10.9.${(networks += 1) >> 8}.${networks & 255}` })

async function cookiesOf(email: string): Promise<string> {
  const token = await tokenFor(email)
  const answer = await app.inject({ method: 'POST', url: '/api/account/sign-in-link/use', payload: { token, email } })
  t.equal(answer.statusCode, 200)
  return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
}

t.test('a stranger’s link signs in nobody who does not type its address, and takes no cart along', async (t) => {
  const email = 'attacker@evil.example'
  const attacker = createHttpShopper(anyNetwork())
  const { shopper: owner } = await signInByLink({ origin, mailServer }, email, attacker)
  const victim = createHttpShopper(anyNetwork())
  const [variantId = ''] = await listProducts(commerce, 5)
  const line = { variant_id: variantId, quantity: 1 }
  const address = { email: 'victim@shopper.example', shipping_address: ADDRESS }
  for (const [path, body] of [
    ['/line-items', line],
    ['', address],
  ] as const)
    t.equal((await victim.call(origin, 'POST', `/api/carts/current${path}`, body)).status, 200)
  const token = await tokenFor(email)
  const page = await (await victim.open(`${origin}/en/account/link?token=${token}`)).text()
  t.match(page, /opens the account of.*attacker@evil\.example/s)

  const press = async (typed: string) => {
    const fields = { token, email: typed, refused_to: '/en/account/link', return_to: '/en/account' }
    return (await victim.submit(`${origin}/api/account/sign-in-link/use`, fields)).headers.get('location')
  }
  for (const typed of ['', 'victim@shopper.example']) t.equal(await press(typed), '/en/account/link')
  t.match(await (await victim.open(`${origin}/en/account/link?token=${token}`)).text(), /Please type the address/)
  t.match(await call(victim, 'POST', 'sign-in-link/use', { token }), {
    status: 400,
    body: { details: { fields: { email: /Please type the address/ } } },
  })
  t.equal((await call(victim, 'GET', 'me')).status, 401)

  t.equal(await press(email), '/en/account')
  t.same(
    (await owner.call(origin, 'GET', '/api/carts/current')).body,
    { cart: null },
    'the account has no cart of the guest',
  )
  t.same((await victim.call(origin, 'GET', '/api/carts/current')).body, { cart: null })
})

t.test('a page of another site changes nothing in the account of its visitor', async (t) => {
  const cookie = await cookiesOf('forged@shopper.example')
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    for (const path of WRITES) {
      const form = { 'content-type': 'application/x-www-form-urlencoded', cookie, ...anyNetwork(), ...headers }
      const payload = 'confirm=yes&first_name=Mallory&email=mallory@evil.example&token=x&password=0123456789ab'
      const answer = await app.inject({ method: 'POST', url: `/api/account/${path}`, headers: form, payload })
      // A form is answered by a page that says why.
      t.match([answer.statusCode, answer.headers.location], [303, /^\/en\/account\/sign-in/], `${path} by a form`)
      const json = { cookie, ...anyNetwork(), ...headers }
      const sent = await app.inject({ method: 'POST', url: `/api/account/${path}`, headers: json, payload: {} })
      t.equal(sent.statusCode, 403, `${path} ${JSON.stringify(headers)}`)
    }
  const me = await app.inject({ url: '/api/account/me', headers: { cookie } })
  t.match(me.json(), { customer: { first_name: null, deletes_at: null } })
})

t.test('a malformed request is refused with a sentence and never with a server error', async (t) => {
  const cookie = await cookiesOf('malformed@shopper.example')
  const long = 'x'.repeat(70_000)
  const bodies: unknown[] = [
    null,
    [],
    'text',
    7,
    { __proto__: null, constructor: { prototype: { isAdmin: true } } },
    { email: { $ne: '' }, token: { $gt: '' }, password: ['0123456789'], id: {}, address: 'x', confirm: 1 },
    { email: "' OR 1=1 --@a.example", token: "'; DROP TABLE customer_sessions; --", password: '\u0000', id: '\u0000' },
    { email: long, token: long, password: long, first_name: long, current: long, id: long, username: long },
    { email: 'a@b.example\r\nBcc: c@d.example', token: '../../admin', id: '%00', address: { city: long } },
    { wish_list: { added: [long], removed: 7 }, recently_viewed: null, ring_size: { a: 1 } },
  ]
  for (const path of WRITES) {
    if (path === 'sign-out') continue
    for (const body of [...bodies.map((one) => JSON.stringify(one)), '{', '{"email":"\ud800"}', '\u0000']) {
      const headers = { 'content-type': 'application/json', cookie, ...anyNetwork() }
      const answer = await app.inject({ method: 'POST', url: `/api/account/${path}`, headers, payload: body })
      const what = `${path} ${body.slice(0, 60)}: ${answer.statusCode}`
      if (answer.statusCode >= 500) t.fail(what)
      if (answer.statusCode >= 400 && !answer.json<{ message?: string }>().message)
        t.fail(`${what}, without a sentence`)
    }
  }
  for (const id of ['%2e%2e%2fme', 'cuaddr_%00', `cuaddr_${'1'.repeat(300)}`])
    for (const [method, path] of [
      ['DELETE', `addresses/${id}`],
      ['GET', `orders/${id}/invoice.pdf`],
    ] as const) {
      const answer = await app.inject({ method, url: `/api/account/${path}`, headers: { cookie, ...anyNetwork() } })
      t.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${method} ${path}: ${answer.statusCode}`)
    }
  t.equal((await app.inject({ url: '/api/account/me', headers: { cookie } })).statusCode, 200, 'the session goes on')
  t.equal(mailServer.emails('c@d.example').length, 0, 'no header of an email was added')
})

t.test('what a customer typed is text on every page of the account, and never markup', async (t) => {
  const cookie = await cookiesOf('markup@shopper.example')
  const evil = '"><script>alert(1)</script>'
  const write = async (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/account/${path}`, headers: { cookie }, payload })
  t.equal((await write('me', { first_name: evil, last_name: evil })).statusCode, 200)
  const address = { ...ADDRESS, first_name: evil, city: evil, address_1: evil }
  t.equal((await write('addresses', { address })).statusCode, 200)
  for (const path of ['account', 'account/details', 'account/addresses', 'account/addresses?edit=new', 'checkout'])
    for (const locale of ['en', 'ru']) {
      const page = await app.inject({ url: `/${locale}/${path}`, headers: { cookie, accept: 'text/html' } })
      t.notMatch(page.body, '<script>alert(1)', `${locale} ${path}`)
    }
})

t.test('a form leads to no other site afterwards', async (t) => {
  const targets = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2f/evil.example',
    'javascript:alert(1)',
    '/en\r\nlocation: https://evil.example',
    '/\t/evil.example',
    'evil.example',
  ]
  for (const target of targets)
    for (const path of ['sign-out', 'sign-in-link', 'sign-in']) {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/account/${path}`,
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-site': 'same-origin',
          ...anyNetwork(),
        },
        payload: new URLSearchParams({ return_to: target, refused_to: target, email: 'x', password: 'x' }).toString(),
      })
      const location = new URL(String(answer.headers.location), origin)
      t.match([answer.statusCode, location.origin], [303, origin], `${path} ${JSON.stringify(target)}`)
    }
})

t.test('a changed or invented session cookie is that of a guest', async (t) => {
  const cookie = await cookiesOf('planted@shopper.example')
  const [, name = '', value = ''] = /((?:__Host-)?customer)=([^;]+)/.exec(cookie) ?? []
  const [, known = ''] = /known_customer=([^;]+)/.exec(cookie) ?? []
  t.equal((await app.inject({ url: '/api/account/me', headers: { cookie: `${name}=${value}` } })).statusCode, 200)
  const last = value.endsWith('A') ? 'B' : 'A'
  for (const planted of [`${value.slice(0, -1)}${last}`, `x${value}`, known, '', 'null', 'x'.repeat(5000)]) {
    const answer = await app.inject({ url: '/api/account/me', headers: { cookie: `${name}=${planted}` } })
    t.equal(answer.statusCode, 401, planted.slice(0, 40))
  }
})

t.test('ten requests with one link start one session', async (t) => {
  const email = 'race@shopper.example'
  const token = await tokenFor(email)
  const shoppers = Array.from({ length: 10 }, () => createHttpShopper())
  const answers = await Promise.all(
    shoppers.map(async (one) => call(one, 'POST', 'sign-in-link/use', { token, email })),
  )
  t.equal(answers.filter(({ status }) => status === 200).length, 1)
  const winner = shoppers[answers.findIndex(({ status }) => status === 200)]
  if (winner) t.equal((await call(winner, 'GET', 'sessions')).body.sessions?.length, 1)
})

t.test('strangers who use up the emails to a mailbox lock no customer out, and flood nobody', async (t) => {
  const [owner, nobody] = ['owner@shopper.example', 'nobody@shopper.example']
  const first = await tokenFor(owner)
  t.equal((await call(createHttpShopper(), 'POST', 'sign-in-link/use', { token: first, email: owner })).status, 200)
  const ask = async (email: string) =>
    app.inject({ method: 'POST', url: '/api/account/sign-in-link', headers: anyNetwork(), payload: { email } })
  for (let stranger = 0; stranger < 12; stranger += 1) {
    const answers = [await ask(owner), await ask(nobody), await ask('new@shopper.example')]
    for (const { statusCode, body } of answers) t.same([statusCode, body], [202, answers[2]?.body])
  }
  await until(() => mailServer.emails(owner).length === 6 && mailServer.emails(nobody).length === 5)
  const tokens = mailServer.emails(owner).map(({ text }) => /token=([\w-]+)/.exec(text ?? '')?.[1])
  for (const token of [tokens[1], tokens[5]])
    t.equal(
      (await call(createHttpShopper(), 'POST', 'sign-in-link/use', { token: token ?? '', email: owner })).status,
      200,
    )
})

t.test('a visitor who writes X-Forwarded-For gets no more tries', async (t) => {
  const direct = await startOwnShop(t, { env: { LOG_LEVEL: 'silent' } })
  const tries: InjectOptions[] = Array.from({ length: 31 }, (_, index) => ({
    method: 'POST',
    url: '/api/account/sign-in',
    headers: { 'x-forwarded-for': `192.0.2.${index}` },
    payload: { email: `a${index}@shopper.example`, password: 'a wrong password' },
  }))
  const statuses = await Promise.all(tries.map(async (one) => (await direct.app.inject(one)).statusCode))
  t.equal(statuses.filter((status) => status === 401).length, 30)
  t.equal(statuses.filter((status) => status === 429).length, 1)
})

t.test('every page and call of the account is private, however its address is written', async (t) => {
  const cookie = await cookiesOf('private@shopper.example')
  for (const path of [
    '/en/account',
    '/en/%61ccount',
    '/ru/account/details',
    '/en/account/addresses',
    '/api/account/me',
  ]) {
    const answer = await app.inject({
      url: path,
      headers: { cookie, accept: path.startsWith('/api') ? '*/*' : 'text/html' },
    })
    t.match(answer.headers['cache-control'], 'no-store', path)
    // An address that is written otherwise redirects to the page.
    if (answer.statusCode === 200 && !path.startsWith('/api'))
      t.match(answer.body, /<meta name="robots" content="noindex/, path)
  }
})
