/**
 * The most expensive request of each kind that any client may send to the real server: its CPU time, the longest block
 * of the event loop, and the work that is still done in the second after its response. Prints a JSON line for each;
 * exit 1 if one blocks the event loop for more than 50 ms, or leaves work behind. First the sample shop over a real
 * Medusa, then product queries over 10,000 generated products.
 *
 * Work that is done once per key and shared does not count as left behind, because the numbers of keys and workers are
 * limited: a cached page, a compressed list, an image. A major garbage collection is the result of thousands of
 * requests, so a round with one is measured again, unless each round has one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { openLargeAndSmall } from '#test/bench/parts/large-and-small.ts'
import { SHOP_SECRET, startWatchedShop, type WatchedShop } from '#test/bench/parts/watched-shop.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { costlyQueries } from '#test/support/costly-queries.ts'
import { until } from '#test/support/until.ts'

interface Sent {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

interface Kind {
  name: string
  /** A new request for each round, so that no cache answers it. */
  make: (round: number) => Sent
  /** Its remaining work is done once per key and shared. */
  isShared?: boolean
}

const HOLD_MS = 50
const LEFT_MS = 50
const ROUNDS = 3
const MOST_ATTEMPTS = 3 * ROUNDS
/** Selects the kinds whose name contains this text: `ONLY='10,000 pieces: search'`. */
const only = process.env['ONLY'] ?? ''
const SAMPLE = 'sample shop'
const LARGE = '10,000 pieces'

const LISTS =
  'sort=price-desc&facets=true&in_stock=true&metal=yellow-gold&metal=white-gold&metal=rose-gold&metal=platinum&metal=silver&cut=round&cut=oval&cut=emerald&cut=pear&price=1-999999'
const TEXTS = [
  'mosanite',
  'earings',
  'braclet',
  'neklace',
  'platinm',
  'emrald',
  'solitare',
  'weding',
  'diamnod',
  'chian',
]
const form = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'text/html',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
}
const json = { 'content-type': 'application/json', accept: 'application/json', 'sec-fetch-site': 'same-origin' }

const folder = await mkdtemp(join(tmpdir(), 'lumenite-costliest-'))
let shop: WatchedShop | undefined
try {
  if (!only.startsWith(LARGE)) await proveSample()
  if (!only.startsWith(SAMPLE)) await proveLarge()
} finally {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function proveSample(): Promise<void> {
  const commerce = await startTestCommerce({ name: 'prove-costliest' })
  try {
    shop = await startWatchedShop({
      dataDir: join(folder, 'sample'),
      medusaUrl: commerce.medusaUrl,
      publishableKey: commerce.publishableKey,
      pageCacheMb: 64,
      env: { DATABASE_URL: commerce.databaseUrl, SECRET: commerce.secret, TRUST_PROXY: '1' },
    })
    await prove(shop, SAMPLE, [
      ...bodies(),
      ...contentQueries(),
      ...searches(),
      ...lists('round-halo-ring'),
      ...texts(),
      ...pages('round-halo-ring'),
      ...calls(),
    ])
    await shop.stop()
    shop = undefined
  } finally {
    await commerce.stop()
  }
}

async function proveLarge(): Promise<void> {
  const backends = await openLargeAndSmall()
  try {
    shop = await startWatchedShop({
      dataDir: join(folder, 'large'),
      ...backends.large,
      pageCacheMb: 0,
      env: { SECRET: SHOP_SECRET, TRUST_PROXY: '1' },
    })
    const { url, status } = shop
    await until(async () => (await status()).catalog.currencies.length === 8, 240_000)
    const { products } = (await (await fetch(`${url}/api/products/all?view=card&limit=1`)).json()) as {
      products: { handle: string }[]
    }
    const handle = products[0]?.handle ?? ''
    await prove(shop, LARGE, [...searches(), ...lists(handle), ...texts(), ...pages(handle)])
    await shop.stop()
    shop = undefined
  } finally {
    await backends.stop()
  }
}

function bodies(): Kind[] {
  const deep = (open: string, close: string, size: number) => open.repeat(size / 2) + close.repeat(size / 2)
  const wide = `[${Array.from({ length: 32_000 }, () => '1').join()}]`
  const fields = (round: number) => Array.from({ length: 6500 }, (_, nth) => `f${nth}=${round}`).join('&')
  const parts = Array.from(
    { length: 700 },
    (_, nth) => `--x\r\ncontent-disposition: form-data; name="f${nth}"\r\n\r\n1\r\n`,
  ).join('')
  const to = (path: string, name: string): Kind[] => [
    {
      name: `${name}: 64 kB of nested JSON`,
      make: () => ({ path, method: 'POST', headers: json, body: deep('[', ']', 64_000) }),
    },
    { name: `${name}: 64 kB of a JSON list`, make: () => ({ path, method: 'POST', headers: json, body: wide }) },
    {
      name: `${name}: 64 kB of JSON keys`,
      make: (round) => ({
        path,
        method: 'POST',
        headers: json,
        body: JSON.stringify(Object.fromEntries(Array.from({ length: 4800 }, (_, nth) => [`k${nth}_${round}`, 1]))),
      }),
    },
    {
      name: `${name}: a form of 6,500 fields`,
      make: (round) => ({ path, method: 'POST', headers: form, body: fields(round) }),
    },
    {
      name: `${name}: a form of one field, 6,500 times`,
      make: () => ({ path, method: 'POST', headers: form, body: 'email=a&'.repeat(6500) }),
    },
    {
      name: `${name}: a form of 64 kB of escapes`,
      make: () => ({ path, method: 'POST', headers: form, body: `email=${'%F0%9F%92%8E'.repeat(5400)}` }),
    },
    {
      name: `${name}: 64 kB in 700 parts`,
      make: () => ({
        path,
        method: 'POST',
        headers: { ...form, 'content-type': 'multipart/form-data; boundary=x' },
        body: `${parts}--x--`,
      }),
    },
    {
      name: `${name}: 64 kB of text in one field`,
      make: () => ({
        path,
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: `${'a.'.repeat(30_000)}@a`, message: 'a '.repeat(2000) }),
      }),
    },
  ]
  return [
    ...to('/api/carts/line-items', 'cart line'),
    ...to('/api/email-subscribe', 'newsletter'),
    ...to('/api/drop-a-hint', 'hint'),
    ...to('/api/orders/find', 'order look-up'),
    {
      name: 'newsletter: an address of 254 letters',
      make: () => ({
        path: '/api/email-subscribe',
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: `${'a.b'.repeat(60)}@${'c-d.'.repeat(15)}e` }),
      }),
    },
    {
      name: 'order look-up: a number and an address',
      make: (round) => ({
        path: '/api/orders/find',
        method: 'POST',
        headers: json,
        body: JSON.stringify({ number: `${round}`, order_number: `${round}`, email: 'somebody@example.com' }),
      }),
    },
  ]
}

function contentQueries(): Kind[] {
  const query = (kind: string, params: object) => ({
    path: `/api/_content/${kind}?_params=${encodeURIComponent(JSON.stringify(params))}`,
  })
  return [
    ...Object.keys(costlyQueries()).flatMap((name) =>
      ['query', 'navigation'].map((kind) => ({
        name: `content ${kind}: ${name}`,
        make: () => query(kind, costlyQueries()[name] ?? {}),
      })),
    ),
    {
      name: 'content: 58 kB of parameters',
      make: () => ({ path: `/api/_content/query?_params=${'['.repeat(58_000)}` }),
    },
    {
      name: 'content: 58 kB of parameters in the path',
      make: () => ({ path: `/api/_content/query/x.1/${'YWFh/'.repeat(11_000)}x.json` }),
    },
    { name: 'content: every document', make: () => ({ path: '/api/_content/cache.1.json' }) },
  ]
}

function searches(): Kind[] {
  const repeat = (round: number, text: readonly string[]) =>
    `${text.join(' ')} ${text[round % text.length]}x${round} `.repeat(40)
  const typed: Record<string, (round: number) => string> = {
    'misspelt words': (round) => repeat(round, TEXTS).slice(0, 200),
    'words that are not there': (round) =>
      Array.from({ length: 60 }, (_, nth) => `q${nth}${round}`)
        .join(' ')
        .slice(0, 200),
    'letters with spaces': (round) => `${round} ${'a e o r n s t '.repeat(30)}`.slice(0, 200),
    'one long word': (round) => `${round}moissaniteearringbraceletnecklace`.repeat(10).slice(0, 200),
    'the other keyboard': (round) => `${round} rjkmwj ,hfcktn cthmub rekjy `.repeat(20).slice(0, 200),
    'the other alphabet': (round) => `${round} кольцо сирьги браслед калье падвеска `.repeat(20).slice(0, 200),
    'marks over letters': (round) => `${round}${'e\u0301\u0302\u0303'.repeat(60)}`.slice(0, 200),
    emoji: (round) => `${round}${'💎👩‍❤️‍👨 '.repeat(40)}`.slice(0, 200),
    'prefixes of everything': (round) => `${'r m s b g p d e '.repeat(30)}${round}`.slice(0, 200),
    '2,000 letters': (round) => repeat(round, TEXTS).slice(0, 2000),
    '20,000 letters': (round) => 'solitare '.repeat(2200) + round,
  }
  const more = 'limit=100&facets=true&sort=price-desc'
  return Object.entries(typed).flatMap(([what, query]) => {
    const q = (round: number) => `q=${encodeURIComponent(query(round).toWellFormed())}`
    return [
      { name: `search call: ${what}`, make: (round: number) => ({ path: `/api/products/search?${q(round)}&${more}` }) },
      {
        name: `suggestions: ${what}`,
        make: (round: number) => ({ path: `/api/products/suggestions?${q(round)}&products=6&limit=20` }),
      },
      { name: `search page: ${what}`, make: (round: number) => ({ path: `/en/search?${q(round)}` }), isShared: true },
    ]
  })
}

function lists(handle: string): Kind[] {
  return [
    {
      name: 'list call: everything at once',
      make: (round) => ({ path: `/api/products/all?limit=200&offset=${round}` }),
      isShared: true,
    },
    {
      name: 'list call: cards at once',
      make: (round) => ({
        path: `/api/products/all?view=card&limit=200&offset=${round}&${LISTS.split('&').slice(0, 2).join('&')}`,
      }),
      isShared: true,
    },
    {
      name: 'list call: every filter',
      make: (round) => ({ path: `/api/products/all?limit=200&offset=${round}&${LISTS}` }),
    },
    {
      name: 'list call: a far page',
      make: (round) => ({ path: `/api/products/all?limit=200&offset=${900_000_000 + round}` }),
      isShared: true,
    },
    {
      name: 'list call: thousands of metals',
      make: (round) => ({
        path: `/api/products/all?limit=200&facets=true${Array.from({ length: 4000 }, (_, nth) => `&metal=m${nth}${round}`).join('')}`,
      }),
    },
    {
      name: 'list call: thousands of handles',
      make: () => ({ path: `/api/products/all?${`handle=${handle}&`.repeat(1500)}limit=200` }),
    },
    {
      name: 'list page: every filter',
      make: (round) => ({ path: `/en/shop/viewAll?${LISTS}&page=${round + 1}` }),
      isShared: true,
    },
    { name: 'piece by its handle', make: () => ({ path: `/api/products/handle/${handle}` }) },
    { name: 'piece by a handle of 60 kB', make: () => ({ path: `/api/products/handle/${'a'.repeat(60_000)}` }) },
    { name: 'pieces beside it', make: () => ({ path: `/api/products/handle/${handle}/related` }) },
  ]
}

function texts(): Kind[] {
  return [
    { name: 'feed', make: (round) => ({ path: `/feeds/google-en.xml?currency=${['USD', 'EUR', 'GBP'][round % 3]}` }) },
    {
      name: 'feed, other language',
      make: (round) => ({ path: `/feeds/google-ru.xml?currency=${['JPY', 'CHF', 'ILS'][round % 3]}` }),
    },
    { name: 'map of the site', make: () => ({ path: '/sitemap.xml' }), isShared: true },
    { name: 'pieces in the map', make: () => ({ path: '/sitemaps/pieces-1.xml' }), isShared: true },
    { name: 'pages in the map', make: () => ({ path: '/sitemaps/pages.xml' }), isShared: true },
    { name: 'news', make: (round) => ({ path: `/${['en', 'ru'][round % 2]}/blogs/rss.xml` }), isShared: true },
    { name: 'robots', make: () => ({ path: '/robots.txt' }) },
    { name: 'llms', make: () => ({ path: '/llms.txt' }), isShared: true },
    {
      name: 'share picture',
      make: (round) => ({
        path: `/_image/1200x630.jpg/tile-${['rings', 'necklaces', 'sets'][round % 3]}.webp`,
      }),
      isShared: true,
    },
    {
      name: 'picture, largest',
      make: (round) => ({
        path: `/_image/1280/tile-${['rings', 'necklaces', 'sets'][round % 3]}.webp`,
        headers: { accept: 'image/avif' },
      }),
      isShared: true,
    },
    { name: 'picture of a size that is not there', make: (round) => ({ path: `/_image/19${round}7/tile-rings.webp` }) },
    {
      name: 'picture with 60 kB of parameters',
      make: () => ({ path: `/_image/320/tile-rings.webp?${'x=1&'.repeat(15_000)}` }),
      isShared: true,
    },
  ]
}

function pages(handle: string): Kind[] {
  const agents: Record<string, Record<string, string>> = { streamed: {}, complete: { 'user-agent': 'Googlebot/2.1' } }
  return Object.entries(agents).flatMap(([how, headers]) => [
    {
      name: `page, ${how}: piece`,
      make: () => ({ path: `/ru/shop/product/${handle}`, headers: { ...headers, cookie: 'user_country=JP' } }),
      isShared: true,
    },
    {
      name: `page, ${how}: 60 kB of parameters`,
      make: (round: number) => ({
        path: `/en/shop/viewAll?${Array.from({ length: 7000 }, (_, nth) => `p${nth}=${round}`).join('&')}`,
        headers,
      }),
      isShared: true,
    },
    {
      name: `page, ${how}: 60 kB of one parameter`,
      make: (round: number) => ({ path: `/en/shop/viewAll?metal=${round}${'%D0%B0'.repeat(9900)}`, headers }),
      isShared: true,
    },
    {
      name: `page, ${how}: 60 kB of cookies`,
      make: (round: number) => ({
        path: '/en/shop/viewAll',
        headers: { ...headers, cookie: Array.from({ length: 6000 }, (_, nth) => `c${nth}=${round}`).join('; ') },
      }),
      isShared: true,
    },
    {
      name: `page, ${how}: 60 kB of languages`,
      make: () => ({
        path: '/shop',
        headers: {
          ...headers,
          'accept-language': Array.from({ length: 8000 }, (_, nth) => `x${nth}`)
            .join()
            .slice(0, 60_000),
        },
      }),
      isShared: true,
    },
    {
      name: `page, ${how}: an address of 60 kB`,
      make: () => ({ path: `/en/${'%D0%B0/'.repeat(8500)}`, headers }),
      isShared: true,
    },
    {
      name: `page, ${how}: 20,000 slashes`,
      make: () => ({ path: `/en${'/'.repeat(20_000)}x`, headers }),
      isShared: true,
    },
  ])
}

function calls(): Kind[] {
  return [
    {
      name: 'delivery',
      make: (round) => ({
        path: `/api/visitor/delivery?time_zone=Europe/Berlin`,
        headers: { cookie: `user_country=${['DE', 'JP', 'GB'][round % 3]}` },
      }),
    },
    { name: 'countries', make: () => ({ path: '/api/visitor/countries' }) },
    { name: 'categories', make: () => ({ path: '/api/categories' }) },
    { name: 'address form', make: () => ({ path: '/api/address-forms/JP' }) },
    { name: 'region', make: () => ({ path: '/api/region/current' }) },
    {
      name: 'etags of 60 kB',
      make: () => ({ path: '/api/products/all', headers: { 'if-none-match': '"a", '.repeat(12_000) } }),
      isShared: true,
    },
    {
      name: 'encodings of 60 kB',
      make: () => ({ path: '/api/products/all', headers: { 'accept-encoding': 'x;q=0.1, '.repeat(6000) } }),
      isShared: true,
    },
    { name: 'nothing there', make: (round) => ({ path: `/api/nothing${round}` }) },
  ]
}

async function prove(watched: WatchedShop, where: string, kinds: Kind[]): Promise<void> {
  // Background work of the shop is not attributed to a request.
  await pause(3000)
  for (const { name, make, isShared = false } of kinds) {
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
    const middle = (of: 'cpu' | 'hold' | 'left') =>
      round1(rounds.map((one) => one[of]).toSorted((a, b) => a - b)[1] ?? 0)
    const [value, left] = [middle('hold'), middle('left')]
    const within = value <= HOLD_MS && (isShared || left <= LEFT_MS)
    if (!within) process.exitCode = 1
    const statuses = [...new Set(rounds.map(({ status }) => status))]
    console.log(
      JSON.stringify({
        name,
        value,
        unit: 'ms of the event loop',
        budget: HOLD_MS,
        within,
        cpu: middle('cpu'),
        left,
        where,
        statuses,
        collections,
        ...(isShared && { isShared }),
      }),
    )
  }
}

/** From an IP address of its own, so that only the limits of a single request apply. */
function ask(url: string, { path, method = 'GET', headers = {}, body }: Sent, visitor: number): Promise<number> {
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

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
