/**
 * The most expensive request of each kind that any client may send to the real server: its CPU time, the longest block
 * of the event loop, and the work that is still done in the second after its response. None blocks the event loop for
 * more than 50 ms, or leaves work behind. First the sample shop over a real Medusa, then product queries over 10,000
 * generated products.
 *
 * Work that is done once per key and shared does not count as left behind, because the numbers of keys and workers are
 * limited: a cached page, a compressed list, an image. A major garbage collection is the result of thousands of
 * requests, so a round with one is measured again, unless each round has one.
 */
import { request as send } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { ProductCardList } from '#shared/product/product.ts'
import { openLargeAndSmall } from '#test/bench/parts/large-and-small.ts'
import { SHOP_SECRET, startWatchedShop, type WatchedShop } from '#test/bench/parts/watched-shop.ts'
import { getJson } from '#test/support/categories.ts'
import { costlyQueries } from '#test/support/costly-queries.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { check, median, openProgram, rounded } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'

interface Sent {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** `make` returns a path or a request, a new one for each round, so that no cache answers it. */
type Kind = [name: string, make: (round: number) => string | Sent, isShared?: 'shared']

const HOLD_MS = 50
const LEFT_MS = 50
const ROUNDS = 3
const MOST_ATTEMPTS = 3 * ROUNDS
/** Selects the kinds whose name contains this text: `ONLY='10,000 pieces: search'`. */
const only = process.env['ONLY'] ?? ''
const SAMPLE = 'sample shop'
const LARGE = '10,000 pieces'

const FILTERS =
  'sort=price-desc&facets=true&in_stock=true&metal=yellow-gold&metal=white-gold&metal=rose-gold&metal=platinum&metal=silver&cut=round&cut=oval&cut=emerald&cut=pear&price=1-999999'
const MISSPELT = 'mosanite earings braclet neklace platinm emrald solitare weding diamnod chian'.split(' ')
const json = { 'content-type': 'application/json', accept: 'application/json', 'sec-fetch-site': 'same-origin' }
const form = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'text/html',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
}

await using t = openProgram()
const folder = t.testdir()
if (!only.startsWith(LARGE)) await proveSample()
if (!only.startsWith(SAMPLE)) await proveLarge()

async function proveSample(): Promise<void> {
  await using own = openProgram()
  const { medusaUrl, publishableKey, databaseUrl, secret } = await openCommerce(own, { name: 'prove-costliest' })
  const shop = await startWatchedShop(own, {
    dataDir: join(folder, 'sample'),
    medusaUrl,
    publishableKey,
    pageCacheMb: 64,
    env: { DATABASE_URL: databaseUrl, SECRET: secret, TRUST_PROXY: '1' },
  })
  const handle = 'round-halo-ring'
  await prove(shop, SAMPLE, [...bodies(), ...contentQueries(), ...requestsFor(handle), ...calls()])
}

async function proveLarge(): Promise<void> {
  await using own = openProgram()
  const { large } = await openLargeAndSmall(own)
  const env = { SECRET: SHOP_SECRET, TRUST_PROXY: '1' }
  const shop = await startWatchedShop(own, { dataDir: join(folder, 'large'), ...large, pageCacheMb: 0, env })
  await until(async () => (await shop.status()).catalog.currencies.length === 8, 240_000)
  const { products } = await getJson<ProductCardList>(`${shop.url}/api/products/all?view=card&limit=1`)
  await prove(shop, LARGE, requestsFor(products[0]?.handle ?? ''))
}

function requestsFor(handle: string): Kind[] {
  return [...searches(), ...lists(handle), ...texts(), ...pages(handle)]
}

function times(length: number, make: (nth: number) => string): string[] {
  return Array.from({ length }, (_, nth) => make(nth))
}

function post(path: string, body: string | object, headers: Record<string, string> = json): Sent {
  return { path, method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

function bodies(): Kind[] {
  const parts = times(700, (nth) => `--x\r\ncontent-disposition: form-data; name="f${nth}"\r\n\r\n1\r\n`).join('')
  const multipart = { ...form, 'content-type': 'multipart/form-data; boundary=x' }
  const keys = (round: number) => Object.fromEntries(times(4800, (nth) => `k${nth}_${round}`).map((key) => [key, 1]))
  const long = { email: `${'a.'.repeat(30_000)}@a`, message: 'a '.repeat(2000) }
  const to = (path: string, name: string): Kind[] => [
    [`${name}: 64 kB of nested JSON`, () => post(path, '['.repeat(32_000) + ']'.repeat(32_000))],
    [`${name}: 64 kB of a JSON list`, () => post(path, `[${times(32_000, () => '1').join()}]`)],
    [`${name}: 64 kB of JSON keys`, (round) => post(path, keys(round))],
    [
      `${name}: a form of 6,500 fields`,
      (round) => post(path, times(6500, (nth) => `f${nth}=${round}`).join('&'), form),
    ],
    [`${name}: a form of one field, 6,500 times`, () => post(path, 'email=a&'.repeat(6500), form)],
    [`${name}: a form of 64 kB of escapes`, () => post(path, `email=${'%F0%9F%92%8E'.repeat(5400)}`, form)],
    [`${name}: 64 kB in 700 parts`, () => post(path, `${parts}--x--`, multipart)],
    [`${name}: 64 kB of text in one field`, () => post(path, long)],
  ]
  const longAddress = `${'a.b'.repeat(60)}@${'c-d.'.repeat(15)}e`
  return [
    ...to('/api/carts/line-items', 'cart line'),
    ...to('/api/email-subscribe', 'newsletter'),
    ...to('/api/drop-a-hint', 'hint'),
    ...to('/api/orders/find', 'order look-up'),
    ['newsletter: an address of 254 letters', () => post('/api/email-subscribe', { email: longAddress })],
    [
      'order look-up: a number and an address',
      (round) =>
        post('/api/orders/find', { number: `${round}`, order_number: `${round}`, email: 'somebody@example.com' }),
    ],
  ]
}

function contentQueries(): Kind[] {
  const query = (kind: string, params: object = {}) =>
    `/api/_content/${kind}?_params=${encodeURIComponent(JSON.stringify(params))}`
  return [
    ...Object.keys(costlyQueries()).flatMap((name) =>
      ['query', 'navigation'].map((kind): Kind => [
        `content ${kind}: ${name}`,
        () => query(kind, costlyQueries()[name]),
      ]),
    ),
    ['content: 58 kB of parameters', () => `/api/_content/query?_params=${'['.repeat(58_000)}`],
    ['content: 58 kB of parameters in the path', () => `/api/_content/query/x.1/${'YWFh/'.repeat(11_000)}x.json`],
    ['content: every document', () => '/api/_content/cache.1.json'],
  ]
}

function searches(): Kind[] {
  const repeat = (round: number) => `${MISSPELT.join(' ')} ${MISSPELT[round % MISSPELT.length]}x${round} `.repeat(40)
  const typed: Record<string, (round: number) => string> = {
    'misspelt words': (round) => repeat(round).slice(0, 200),
    'words that are not there': (round) =>
      times(60, (nth) => `q${nth}${round}`)
        .join(' ')
        .slice(0, 200),
    'letters with spaces': (round) => `${round} ${'a e o r n s t '.repeat(30)}`.slice(0, 200),
    'one long word': (round) => `${round}moissaniteearringbraceletnecklace`.repeat(10).slice(0, 200),
    'the other keyboard': (round) => `${round} rjkmwj ,hfcktn cthmub rekjy `.repeat(20).slice(0, 200),
    'the other alphabet': (round) => `${round} кольцо сирьги браслед калье падвеска `.repeat(20).slice(0, 200),
    'marks over letters': (round) => `${round}${'e\u0301\u0302\u0303'.repeat(60)}`.slice(0, 200),
    emoji: (round) => `${round}${'💎👩‍❤️‍👨 '.repeat(40)}`.slice(0, 200),
    'prefixes of everything': (round) => `${'r m s b g p d e '.repeat(30)}${round}`.slice(0, 200),
    '2,000 letters': (round) => repeat(round).slice(0, 2000),
    '20,000 letters': (round) => 'solitare '.repeat(2200) + round,
  }
  return Object.entries(typed).flatMap(([what, query]): Kind[] => {
    const q = (round: number) => `q=${encodeURIComponent(query(round).toWellFormed())}`
    return [
      [`search call: ${what}`, (round) => `/api/products/search?${q(round)}&limit=100&facets=true&sort=price-desc`],
      [`suggestions: ${what}`, (round) => `/api/products/suggestions?${q(round)}&products=6&limit=20`],
      [`search page: ${what}`, (round) => `/en/search?${q(round)}`, 'shared'],
    ]
  })
}

function lists(handle: string): Kind[] {
  const all = '/api/products/all?limit=200'
  const cards = `${all}&view=card&sort=price-desc&facets=true`
  return [
    ['list call: everything at once', (round) => `${all}&offset=${round}`, 'shared'],
    ['list call: cards at once', (round) => `${cards}&offset=${round}`, 'shared'],
    ['list call: every filter', (round) => `${all}&offset=${round}&${FILTERS}`],
    ['list call: a far page', (round) => `${all}&offset=${900_000_000 + round}`, 'shared'],
    [
      'list call: thousands of metals',
      (round) => `${all}&facets=true${times(4000, (nth) => `&metal=m${nth}${round}`).join('')}`,
    ],
    ['list call: thousands of handles', () => `/api/products/all?${`handle=${handle}&`.repeat(1500)}limit=200`],
    ['list page: every filter', (round) => `/en/shop/viewAll?${FILTERS}&page=${round + 1}`, 'shared'],
    ['piece by its handle', () => `/api/products/handle/${handle}`],
    ['piece by a handle of 60 kB', () => `/api/products/handle/${'a'.repeat(60_000)}`],
    ['pieces beside it', () => `/api/products/handle/${handle}/related`],
  ]
}

function texts(): Kind[] {
  const tile = (round: number) => `tile-${['rings', 'necklaces', 'sets'][round % 3]}.webp`
  return [
    ['feed', (round) => `/feeds/google-en.xml?currency=${['USD', 'EUR', 'GBP'][round % 3]}`],
    ['feed, other language', (round) => `/feeds/google-ru.xml?currency=${['JPY', 'CHF', 'ILS'][round % 3]}`],
    ['map of the site', () => '/sitemap.xml', 'shared'],
    ['pieces in the map', () => '/sitemaps/pieces-1.xml', 'shared'],
    ['pages in the map', () => '/sitemaps/pages.xml', 'shared'],
    ['news', (round) => `/${['en', 'ru'][round % 2]}/blogs/rss.xml`, 'shared'],
    ['robots', () => '/robots.txt'],
    ['llms', () => '/llms.txt', 'shared'],
    ['share picture', (round) => `/_image/1200x630.jpg/${tile(round)}`, 'shared'],
    [
      'picture, largest',
      (round) => ({ path: `/_image/1280/${tile(round)}`, headers: { accept: 'image/avif' } }),
      'shared',
    ],
    ['picture of a size that is not there', (round) => `/_image/19${round}7/tile-rings.webp`],
    ['picture with 60 kB of parameters', () => `/_image/320/tile-rings.webp?${'x=1&'.repeat(15_000)}`, 'shared'],
  ]
}

function pages(handle: string): Kind[] {
  const agents: Record<string, Record<string, string>> = { streamed: {}, complete: { 'user-agent': 'Googlebot/2.1' } }
  const addresses: [what: string, make: (round: number) => Sent][] = [
    ['piece', () => ({ path: `/ru/shop/product/${handle}`, headers: { cookie: 'user_country=JP' } })],
    [
      '60 kB of parameters',
      (round) => ({ path: `/en/shop/viewAll?${times(7000, (nth) => `p${nth}=${round}`).join('&')}` }),
    ],
    ['60 kB of one parameter', (round) => ({ path: `/en/shop/viewAll?metal=${round}${'%D0%B0'.repeat(9900)}` })],
    [
      '60 kB of cookies',
      (round) => ({
        path: '/en/shop/viewAll',
        headers: { cookie: times(6000, (nth) => `c${nth}=${round}`).join('; ') },
      }),
    ],
    [
      '60 kB of languages',
      () => ({
        path: '/shop',
        headers: {
          'accept-language': times(8000, (nth) => `x${nth}`)
            .join()
            .slice(0, 60_000),
        },
      }),
    ],
    ['an address of 60 kB', () => ({ path: `/en/${'%D0%B0/'.repeat(8500)}` })],
    ['20,000 slashes', () => ({ path: `/en${'/'.repeat(20_000)}x` })],
  ]
  return Object.entries(agents).flatMap(([how, agent]) =>
    addresses.map(([what, make]): Kind => {
      const makeAs = (round: number) => ({ ...make(round), headers: { ...agent, ...make(round).headers } })
      return [`page, ${how}: ${what}`, makeAs, 'shared']
    }),
  )
}

function calls(): Kind[] {
  const all = (headers: Record<string, string>) => ({ path: '/api/products/all', headers })
  return [
    [
      'delivery',
      (round) => ({
        path: '/api/visitor/delivery?time_zone=Europe/Berlin',
        headers: { cookie: `user_country=${['DE', 'JP', 'GB'][round % 3]}` },
      }),
    ],
    ['countries', () => '/api/visitor/countries'],
    ['categories', () => '/api/categories'],
    ['address form', () => '/api/address-forms/JP'],
    ['region', () => '/api/region/current'],
    ['etags of 60 kB', () => all({ 'if-none-match': '"a", '.repeat(12_000) }), 'shared'],
    ['encodings of 60 kB', () => all({ 'accept-encoding': 'x;q=0.1, '.repeat(6000) }), 'shared'],
    ['nothing there', (round) => `/api/nothing${round}`],
  ]
}

async function prove(watched: WatchedShop, where: string, kinds: Kind[]): Promise<void> {
  // Background work of the shop is not attributed to a request.
  await pause(3000)
  for (const [name, make, isShared] of kinds) {
    if (!`${where}: ${name}`.includes(only)) continue
    // The first request of its kind is a warm-up.
    await ask(watched.url, make(MOST_ATTEMPTS + ROUNDS), 0)
    const rounds: { cpu: number; hold: number; left: number; status: number }[] = []
    let collections = 0
    for (let attempt = 0; rounds.length < ROUNDS; attempt += 1) {
      const request = make(attempt)
      const quietFrom = await watched.watch('begin')
      await pause(250)
      const before = await watched.watch('begin')
      const status = await ask(watched.url, request, attempt + 1)
      const answered = await watched.watch('tell')
      await pause(1000)
      const after = await watched.watch('tell')
      if (after.fullCollections > quietFrom.fullCollections && attempt < MOST_ATTEMPTS) {
        collections += 1
        continue
      }
      const idle = (before.cpu - quietFrom.cpu) * 4
      const held = Math.max(answered.delayMax, after.delayMax)
      rounds.push({
        cpu: answered.cpu - before.cpu,
        // A block cannot be longer than the thread's CPU time; the rest is other load on the machine.
        hold: Math.min(held, after.ownCpu - before.ownCpu),
        left: Math.max(0, after.cpu - answered.cpu - idle),
        status,
      })
    }
    const middle = (of: 'cpu' | 'hold' | 'left') => rounded(median(rounds.map((one) => one[of])))
    const [hold, left] = [middle('hold'), middle('left')]
    check(name, hold <= HOLD_MS && (isShared !== undefined || left <= LEFT_MS), {
      hold,
      unit: 'ms of the event loop',
      limit: HOLD_MS,
      cpu: middle('cpu'),
      left,
      where,
      statuses: [...new Set(rounds.map(({ status }) => status))],
      collections,
      isShared,
    })
  }
}

/** From an IP address of its own, so that only the limits of a single request apply. */
function ask(url: string, made: string | Sent, visitor: number): Promise<number> {
  const { path, method = 'GET', headers = {}, body }: Sent = typeof made === 'string' ? { path: made } : made
  return new Promise((resolve, reject) => {
    const from = {
      'x-forwarded-for': `203.0.${Math.trunc(Math.random() * 250)}.${visitor + 1}`,
      'accept-encoding': 'br',
    }
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = send(`${url}/`, { path, method, headers: { ...from, ...length, ...headers } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    // For a header that is too large, the server closes the connection.
    request.on('error', () => resolve(0))
    request.setTimeout(20_000, () => request.destroy())
    request.end(body)
  })
}
