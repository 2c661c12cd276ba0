import t from 'tap'
import { Agent, request } from 'undici'

import { startShop, type TestShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

/** More than may wait. */
const CROWD = 420
/** What the last forty, who are refused, ask for. */
const REFUSED = ['/en/search?q=', '/ru/search?q=', '/api/products/search?lang=ru&q=']

interface Answer {
  path: string
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  ms: number
}

const crowd = new Agent({ connections: CROWD })
const visitor = new Agent({ connections: 1 })
t.teardown(() => Promise.all([crowd.destroy(), visitor.destroy()]))

/** Asks as a client with an address of its own does, behind a proxy that is trusted. */
async function ask(
  shop: TestShop,
  path: string,
  { from = '203.0.113.1', dispatcher = visitor, method = 'GET', headers = {} }: AskOptions = {},
): Promise<Answer> {
  const began = performance.now()
  const {
    statusCode,
    headers: named,
    body,
  } = await request(shop.url + path, {
    method,
    dispatcher,
    headers: { accept: 'text/html', 'x-forwarded-for': from, ...headers },
    ...(method === 'POST' && { body: '{}' }),
  })
  return { path, status: statusCode, headers: named, text: await body.text(), ms: performance.now() - began }
}

interface AskOptions {
  from?: string
  dispatcher?: Agent
  method?: 'GET' | 'POST' | 'HEAD'
  headers?: Record<string, string>
}

const shop = await startShop(t, { env: { TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://shop.example' } })

t.test('while one client asks for far too much, everybody else is served, and the shop stays alive', async (t) => {
  const hit = async () => (await ask(shop, '/en')).headers['server-timing'] === 'cache;desc=hit'
  await until(hit)
  // With their connections open they come at one moment.
  await Promise.all(Array.from({ length: CROWD }, () => ask(shop, '/healthz', { dispatcher: crowd })))
  const paths = Array.from({ length: CROWD }, (_, index) =>
    index < CROWD - 40 ? `/en/search?q=ring+${index}` : `${REFUSED[index % REFUSED.length]}${index}`,
  )
  const answers = paths.map((path) => ask(shop, path, { dispatcher: crowd, from: '198.51.100.7' }))
  await until(() => shop.app.load.status().waiting > 100)
  const search = ask(shop, '/ru/search?q=кольцо', { dispatcher: new Agent({ connections: 1 }) })
  const { status: loadStatus } = shop.app.load
  /** How many searches began while something was asked for: unlike its time, this is the same on every machine. */
  const begunDuring = async (path: string): Promise<number> => {
    const before = loadStatus().waiting
    const answer = await ask(shop, path)
    t.equal(answer.status, 200, path)
    return before - loadStatus().waiting
  }
  const begun = { '/en': 0, '/healthz': 0, '/readyz': 0 }
  while (loadStatus().waiting > 0) {
    for (const path of ['/en', '/healthz', '/readyz'] as const) {
      begun[path] = Math.max(begun[path], await begunDuring(path))
    }
  }
  const found = await search
  t.equal(found.status, 200, `another visitor's search took ${Math.round(found.ms)} ms`)
  t.ok(begun['/en'] < 32, `a cached page waited for ${begun['/en']} searches at most`)
  t.ok(begun['/healthz'] < 32, `/healthz waited for ${begun['/healthz']} searches at most`)
  t.ok(begun['/readyz'] < 128, `/readyz, which asks the database, waited for ${begun['/readyz']}`)

  const all = await Promise.all(answers)
  const shed = all.filter(({ status }) => status === 503)
  const served = all.filter(({ status }) => status === 200)
  t.equal(shed.length + served.length, CROWD)
  t.ok(shed.length > 50 && served.length > 200, `${served.length} were served, ${shed.length} refused`)
  t.ok(
    shed.every(({ headers }) => headers['retry-after'] === '5'),
    'each was told when to come again',
  )
  const shedAt = (start: string) => shed.find(({ path }) => path.startsWith(start))
  const page = shedAt('/en')
  t.match(page?.headers, {
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': /default-src 'none'/,
  })
  t.match(page?.text, /<h1>The shop is very busy right now\.<\/h1>/)
  t.match(page?.text, /http-equiv="refresh" content="5"/, 'the page loads again by itself')
  t.match(shedAt('/ru')?.text, /<html lang="ru-RU">.*<h1>Сейчас\sв\sмагазине/s)
  t.match(JSON.parse(shedAt('/api')?.text ?? '{}'), {
    statusCode: 503,
    message: /Ничего\sне\sпропало/,
    details: { retryAfterSeconds: 5 },
  })
  const after = await ask(shop, '/en/search?q=halo', { from: '198.51.100.7' })
  t.equal(after.status, 200, 'the same client is served again')
  t.equal(shop.app.load.status().unanswered, 0, 'nothing is left')
})

t.test('a form and a cart that come at such a moment are told that nothing is lost', async (t) => {
  const gate = Promise.withResolvers<void>()
  const busy = await startShop(t, {
    env: { TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://shop.example' },
    wrapShopData: (data) => ({ ...data, countries: () => gate.promise.then(() => data.countries()) }),
  })
  // These pages wait for something else, and never end by themselves.
  const pages = Array.from({ length: 150 }, (_, index) =>
    ask(busy, `/en/country?x=${index}`, { dispatcher: crowd, from: '198.51.100.9' }),
  )
  await until(() => busy.app.load.status().unanswered === 150)
  const from = '198.51.100.9'
  const cart = await ask(busy, '/api/carts', { method: 'POST', from, headers: { accept: 'application/json' } })
  t.match([cart.status, cart.headers['retry-after']], [503, '5'])
  t.match(JSON.parse(cart.text), { statusCode: 503, message: /Nothing has been lost/ })
  const form = await ask(busy, '/api/carts/current/line-items', {
    method: 'POST',
    from,
    headers: { 'sec-fetch-mode': 'navigate', cookie: 'locale=ru' },
  })
  t.match([form.status, form.headers['content-type']], [503, 'text/html; charset=utf-8'])
  t.match(form.text, /Ничего\sне\sпропало\..*чтобы\sотправить\sформу\sещё\sраз/s)
  t.notMatch(form.text, 'http-equiv', 'a form is never sent again by itself')
  t.equal((await ask(busy, '/api/region/current')).status, 200, 'another visitor is served')
  gate.resolve()
  const statuses = new Set((await Promise.all(pages)).map(({ status }) => status))
  t.same([...statuses], [200])
})
