import t, { type Test } from 'tap'

import { createAdminClient, type AdminAuth } from '#server/medusa/admin/admin-client.ts'

import { answerJson, startFaultyServer } from '../faulty-server.ts'
import { performCall, readCalls, type AdminCall } from './calls.ts'
import { SUBJECTS } from './subjects.ts'

const calls = readCalls()
const KEY = `Basic ${Buffer.from('sk_test:').toString('base64')}`

async function open(t: Test, auth: AdminAuth = { apiKey: 'sk_test' }) {
  const server = await startFaultyServer(answerJson(200, { token: 'a token', files: [{ id: 'file_1' }] }))
  const adminClient = createAdminClient({ baseUrl: server.url, auth, publishableKey: 'pk_test' })
  t.teardown(() => Promise.all([adminClient.close(), server.close()]))
  return { server, admin: adminClient }
}

t.test('every call of the admin API has its row', async (t) => {
  const ids = Array.from({ length: 328 }, (_, index) => `BO-${String(index + 1).padStart(3, '0')}`)
  t.same(
    calls.map(({ id }) => id),
    ids,
  )
})

t.test('every admin resource has all of its calls', async (t) => {
  const rest = calls.map(({ path }) => path)
  for (const [subject, count] of Object.entries(SUBJECTS)) {
    const isOwn = (path: string) => path.split('/')[2] === subject
    const isOfProducts = (path: string) => subject === 'products' && /^(\{url\}|\/admin\/product-variants)$/.test(path)
    const paths = rest.splice(0, count)
    t.equal(paths.filter((path) => isOwn(path) || isOfProducts(path)).length, count, subject)
  }
  t.same(rest, [])
})

t.test('each admin call is sent as its row lists it, with every id escaped as one path segment', async (t) => {
  const { server, admin: adminClient } = await open(t)
  for (const call of calls.filter(({ path }) => path.startsWith('/'))) {
    const { id, method, path } = call
    const input = inputFor(call)
    server.seen.length = 0
    await performCall(adminClient.admin, call, input)
    t.equal(server.seen.length, 1, `${id}: one call`)
    const [seen] = server.seen
    const [pathname, search = ''] = (seen?.url ?? '').split('?')
    t.equal(seen?.method, method, `${id}: method`)
    t.equal(
      pathname,
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.ids[name] ?? '')),
      `${id}: path`,
    )
    t.same(Object.fromEntries(new URLSearchParams(search)), input.query, `${id}: query`)
    t.match(
      seen?.headers,
      { accept: 'application/json', authorization: KEY, 'x-publishable-api-key': 'pk_test', cookie: undefined },
      `${id}: headers`,
    )
    if (input.files.length > 0) await carriesFiles(t, call, seen)
    else {
      t.equal(seen?.headers['content-type'], 'application/json', `${id}: content type`)
      t.same(JSON.parse(seen?.body || '{}'), input.body, `${id}: body`)
    }
  }
})

/** All inputs that the row lists, with ids that change the path unless they are escaped. */
function inputFor({ ids, query, body, takes }: AdminCall) {
  const files = takes.some((name) => name.includes('file'))
    ? [new File(['handle\nring'], 'rings.csv', { type: 'text/csv' })]
    : []
  const named = (names: string[], mark: string) =>
    Object.fromEntries(names.map((name) => [name.replace('?', ''), `${mark} ${name}`]))
  return {
    ids: Object.fromEntries(ids.map((name) => [name, `../${name}?a=b#c&`])),
    query: named(query, 'asked'),
    body: files.length > 0 ? {} : named(body, 'sent'),
    files,
  }
}

async function carriesFiles(t: Test, { id, body: [field = ''] }: AdminCall, seen?: { headers: object; body: string }) {
  const form = await new Response(seen?.body ?? '', { headers: seen?.headers as HeadersInit }).formData()
  const file = form.get(field)
  t.ok(file instanceof File, `${id}: a file in "${field}"`)
  if (!(file instanceof File)) return
  t.same([file.name, file.type, await file.text()], ['rings.csv', 'text/csv', 'handle\nring'], `${id}: the file`)
}

t.test('a file is sent to its presigned URL without our credentials', async (t) => {
  const { server, admin: adminClient } = await open(t)
  const [call] = calls.filter(({ path }) => path === '{url}')
  const file = new File(['handle\nring'], 'rings.csv', { type: 'text/csv' })
  if (call)
    await performCall(adminClient.admin, call, { ids: { url: `${server.url}/store/a%20b.csv?sign=1` }, files: [file] })
  t.match(server.seen, [
    {
      method: 'PUT',
      url: '/store/a%20b.csv?sign=1',
      body: 'handle\nring',
      headers: { 'content-type': 'text/csv', authorization: undefined, 'x-publishable-api-key': undefined },
    },
  ])
  for (const [answer, message] of [
    ['{"message":"The signature is over."}', 'The signature is over.'],
    ['<?xml version="1.0"?><Error><Code>X</Code><Message>Request has expired</Message></Error>', 'Request has expired'],
    ['', 'Forbidden'],
  ] as const) {
    server.answer((_, response) => response.writeHead(403).end(answer))
    await t.rejects(adminClient.admin.upload.put(server.url, file), { message, statusText: 'Forbidden', status: 403 })
  }
})

t.test('products are imported with presigned and with direct uploads', async (t) => {
  const { server, admin: adminClient } = await open(t)
  const file = new File(['handle\nring'], 'rings.csv', { type: 'text/csv' })
  const record = { originalname: 'rings.csv', extension: 'csv', size: 11, mime_type: 'text/csv' }
  for (const [url, second, file_key] of [
    [`${server.url}/store/1`, 'PUT /store/1', 'signed.csv'],
    ['/admin/uploads', 'POST /admin/uploads', 'file_1'],
  ]) {
    server.answer(answerJson(200, { url, filename: 'signed.csv', extension: 'csv', files: [{ id: 'file_1' }] }))
    await adminClient.admin.product.createImport({ file }, { 'x-medusa-locale': 'ru-RU' })
    for (const { method, headers } of server.seen)
      t.equal(
        headers['x-medusa-locale'],
        method === 'PUT' ? undefined : 'ru-RU',
        `${method}: with the caller's headers`,
      )
    t.same(
      server.seen.map((seen) => `${seen.method} ${seen.url}`),
      ['POST /admin/uploads/presigned-urls', second, 'POST /admin/products/imports'],
    )
    t.same(JSON.parse(server.seen[0]?.body ?? ''), { originalname: 'rings.csv', mime_type: 'text/csv', size: 11 })
    t.same(JSON.parse(server.seen[2]?.body ?? ''), { ...record, file_key })
  }
})

t.test('a token, a session and a key are each sent in their own way, and never together', async (t) => {
  for (const [auth, authorization, cookie] of [
    [{ apiKey: 'sk_test' }, KEY, undefined],
    [{ bearer: 'a token' }, 'Bearer a token', undefined],
    [{ session: 's%3Aabc' }, undefined, 'connect.sid=s%3Aabc'],
    [{ login: { jwtTokenStorageMethod: 'memory' } }, 'Bearer a token', undefined],
  ] as const) {
    const { server, admin: adminClient } = await open(t, auth)
    await adminClient.auth.login('emailpass', { email: 'ada@shop.example', password: 'a password of nobody' })
    await adminClient.admin.order.list()
    t.equal(server.seen[0]?.url, '/auth/user/emailpass')
    t.equal(server.seen[1]?.headers.authorization, authorization)
    t.equal(server.seen[1]?.headers.cookie, cookie)
  }
})

t.test(
  'an admin user registers, logs in, returns from an external provider, refreshes the token and logs out',
  async (t) => {
    const { server, admin: adminClient } = await open(t, { login: { jwtTokenStorageMethod: 'memory' } })
    const { auth } = adminClient
    await auth.register('emailpass', { email: 'ada@shop.example', password: 'a password of nobody' })
    await auth.login('emailpass', {})
    await auth.callback('google', { code: 'x' })
    await auth.refresh()
    await auth.startSession()
    await auth.logout()
    t.same(
      server.seen.map(({ method, url }) => `${method} ${url}`),
      [
        'POST /auth/user/emailpass/register',
        'POST /auth/user/emailpass',
        'GET /auth/user/google/callback?code=x',
        'POST /auth/token/refresh',
        'POST /auth/session',
        'DELETE /auth/session',
      ],
    )
  },
)

t.test('a session is sent instead of the token until it ends', async (t) => {
  const { server, admin: adminClient } = await open(t, { login: { jwtTokenStorageMethod: 'memory' } })
  const { auth, admin } = adminClient
  await auth.login('emailpass', {})
  const cookie = 'connect.sid=s%3Aabc; Path=/; HttpOnly; Secure'
  server.answer(answerJson(200, {}, { 'set-cookie': cookie }))
  await auth.startSession()
  server.answer(answerJson(200, { token: 'a token' }))
  await admin.order.list()
  await auth.logout()
  await admin.order.list()
  t.match(
    server.seen.map(({ url, headers }) => [url, headers.cookie, headers.authorization]),
    [
      ['/admin/orders', 'connect.sid=s%3Aabc', undefined],
      ['/auth/session', 'connect.sid=s%3Aabc', undefined],
      ['/admin/orders', undefined, undefined],
    ],
  )
})

t.test('a login with an external provider returns its URL', async (t) => {
  const { server, admin: adminClient } = await open(t, { login: { jwtTokenStorageMethod: 'memory' } })
  const location = 'https://accounts.example/oauth?client_id=1'
  server.answer(answerJson(200, { location }))
  t.same(await adminClient.auth.login('google', {}), { location })
  await adminClient.admin.order.list()
  t.equal(server.seen[1]?.headers.authorization, undefined, 'and is nobody yet')
})

t.test('in a browser the token is stored in local storage, unless configured otherwise', async (t) => {
  for (const [login, storageName, name] of [
    [{}, 'localStorage', 'medusa_auth_token'],
    [{ jwtTokenStorageMethod: 'local', jwtTokenStorageKey: 'staff' }, 'localStorage', 'staff'],
    [{ jwtTokenStorageMethod: 'session' }, 'sessionStorage', 'medusa_auth_token'],
  ] as const) {
    const window = { localStorage: storageOf(new Map()), sessionStorage: storageOf(new Map()), btoa }
    t.intercept(globalThis, 'window', { value: window as never, configurable: true })
    const { server, admin: adminClient } = await open(t, { login })
    await adminClient.auth.login('emailpass', {})
    t.equal(window[storageName].getItem(name), 'a token')
    await adminClient.admin.order.list()
    t.equal(server.seen[1]?.headers.authorization, 'Bearer a token')
  }
})

function storageOf(cached: Map<string, string>) {
  return {
    getItem: (key: string) => cached.get(key) ?? null,
    setItem: (key: string, value: string) => void cached.set(key, value),
    removeItem: (key: string) => void cached.delete(key),
  }
}

t.test('the token is stored as configured, or the call fails with the reason', async (t) => {
  for (const [login, message] of [
    [{ jwtTokenStorageMethod: 'local' }, 'Local JWT storage is only available in the browser'],
    [{ jwtTokenStorageMethod: 'session' }, 'Session JWT storage is only available in the browser'],
    [{ jwtTokenStorageMethod: 'custom' }, 'Custom storage was not provided in the config'],
  ] as const) {
    const { server, admin: adminClient } = await open(t, { login })
    await t.rejects(adminClient.admin.order.list(), { message })
    t.same(server.seen, [])
  }
  const cached = new Map<string, string>()
  const storage = storageOf(cached)
  const { server, admin: adminClient } = await open(t, { login: { jwtTokenStorageMethod: 'custom', storage } })
  await adminClient.auth.login('emailpass', {})
  t.same([...cached], [['medusa_auth_token', 'a token']])
  await adminClient.admin.order.list()
  t.equal(server.seen[1]?.headers.authorization, 'Bearer a token')

  const nowhere = await open(t, { login: {} })
  await nowhere.admin.auth.login('emailpass', {})
  await nowhere.admin.admin.order.list()
  t.equal(nowhere.server.seen[1]?.headers.authorization, undefined, 'outside a browser it is not stored by default')
})

t.test('no method of the SDK lets an id leave its segment', async (t) => {
  const { server, admin: adminClient } = await open(t)
  const texts = new Set(['body', 'payload', 'data', 'input', 'query', 'queryParams', 'params', 'headers'])
  const isOwn = new Set(['upload.create', 'upload.put', 'product.import', 'product.createImport'])
  for (const [name, resource] of Object.entries(adminClient.admin)) {
    const prototype = Object.getPrototypeOf(resource) as Record<string, () => unknown>
    for (const method of Object.getOwnPropertyNames(prototype)) {
      if (method === 'constructor' || isOwn.has(`${name}.${method}`)) continue
      const names = /\(([^)]*)\)/.exec(String(prototype[method]))?.[1]?.split(',') ?? []
      const args = names.map((arg) => (texts.has(arg.trim()) ? {} : '../x/y'))
      server.seen.length = 0
      await (resource as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]?.(...args)
      t.notMatch(server.seen[0]?.url, /\/x\/y/, `${name}.${method}`)
      t.notMatch(server.seen[0]?.body, /%2F/, `${name}.${method}`)
    }
  }
  server.seen.length = 0
  for (const id of ['', '.', '..']) await t.rejects(adminClient.admin.order.retrieve(id), { message: /is no id/ })
  t.same(server.seen, [])
})

t.test('empty query entries are not sent, and a query that the backend would truncate is refused', async (t) => {
  const { server, admin: adminClient } = await open(t)
  await adminClient.admin.order.list({ q: '', status: [], limit: 0, created_at: { $gte: '2026-01-01' } })
  t.equal(decodeURIComponent(server.seen[0]?.url ?? ''), '/admin/orders?limit=0&created_at[$gte]=2026-01-01')
  const id = Array.from({ length: 1001 }, (_, index) => `order_${index}`)
  await t.rejects(adminClient.admin.order.list({ id }), { message: /at most 1000 entries, not 1001/ })
  const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }
  await t.rejects(adminClient.admin.order.list(deep as object), {
    message: /at most 5 deep; "a\[b\]\[c\]\[d\]\[e\]\[f\]\[g\]"/,
  })
  t.equal(server.seen.length, 1)
  await t.rejects(adminClient.admin.upload.put('rings.csv', new File([], 'rings.csv')), {
    name: 'UnsendableError',
    message: /^"rings.csv" is no address/,
  })
})
