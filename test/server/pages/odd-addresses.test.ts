import { request, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

import t from 'tap'

import { decodableUrl } from '#server/http/request-url.ts'
import { createRandom } from '#test/support/random.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** As a client sends it that does not tidy addresses up, as `fetch` does. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(shop.url)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  // A connection of its own: one on which something was no request at all is closed.
  request({ hostname, port, path, agent: false, headers: { accept: 'text/html', ...headers } }, (message) => {
    text(message).then((body) => resolve({ status: message.statusCode ?? 0, headers: message.headers, body }), reject)
  })
    .on('error', reject)
    .end()
  return promise
}

t.test('an address that cannot be decoded is a page that is not there, in the language of its path', async (t) => {
  for (const path of ['/ru/%E0%A4%A', '/ru/shop/%', '/ru/shop/product/%ff%fe', '/ru/shop/rings/%c3?page=%E0']) {
    const { status, headers, body } = await ask(path)
    t.equal(status, 404, path)
    t.match(body, /<html lang="ru-RU"/)
    t.match(body, /Страница не\sнайдена/)
    t.ok(headers['content-security-policy'], 'with the policy that every page has')
  }
  const call = await ask('/api/products/handle/%E0%A4%A')
  t.equal(call.status, 404)
  t.match(JSON.parse(call.body), { statusCode: 404, message: 'We couldn’t find this item.' })
})

t.test('slashes too many lead nowhere else and break nothing', async (t) => {
  for (const path of [
    '//',
    '///',
    '//a.example/',
    '//a.example/shop',
    '/en//',
    '/en//:',
    '/en//a.example',
    '/ru//%00',
    '//[/',
    '//:80/',
    '//%00/',
    '//a%20b',
    '//[/shop/rings?page=1',
  ]) {
    const { status, headers } = await ask(path)
    t.ok(status < 500, `${path}: ${status}`)
    t.match(headers.location ?? '/en', /^\/(en|ru)(\/|$)/, 'whoever is sent on stays here')
  }
})

t.test('a page has one address, and whoever writes another is sent there in one step', async (t) => {
  const ways = [
    ['/EN/shop/rings', '/en/shop/rings'],
    ['/en//shop///rings/', '/en/shop/rings'],
    ['/en/SHOP/rings?page=1&x=2', '/en/shop/rings?x=2'],
    ['/en/shop/%72ings', '/en/shop/rings'],
    ['/en/shop/product/Round-Solitaire-Ring?metal=rose-gold', '/en/shop/product/round-solitaire-ring?metal=rose-gold'],
    [
      '/ru//shop/rings/?sort=featured&metal=yellow-gold&metal=platinum',
      '/ru/shop/rings?metal=platinum&metal=yellow-gold',
    ],
    [
      '/en/shop/viewAll/?utm_source=a&stock=in&cut=oval&cut=round&fbclid=b',
      '/en/shop/viewAll?cut=round&cut=oval&stock=in&utm_source=a&fbclid=b',
    ],
    [
      '/en/shop/product/round-solitaire-ring?size=wide&metal=rose-gold',
      '/en/shop/product/round-solitaire-ring?metal=rose-gold',
    ],
    ['/en/shop/rings?a=%20&metal=&b=1&metal=platinum&metal=platinum', '/en/shop/rings?metal=platinum&a=%20&b=1'],
    ['/en/no-such-page/', '/en/no-such-page'],
  ] as const
  for (const [from, to] of ways) {
    const { status, headers } = await ask(from)
    t.match([status, headers.location], [301, to], from)
    const there = await ask(to)
    t.equal(there.status, to.includes('no-such') ? 404 : 200, to)
  }
  const known = [
    ['//shop//rings/?x=1&sort=featured', '/en/shop/rings?x=1'],
    ['/size-guide', '/en/blogs/ring-sizes'],
    ['/cart/', '/en/cart'],
  ] as const
  for (const [from, to] of known) {
    const { status, headers } = await ask(from)
    t.match([status, headers.location], [302, to], `${from} has no language, and may lead to another one tomorrow`)
  }
  const { body } = await ask('/en/shop/rings?gad_source=1&whatever=2&metal=platinum')
  t.match(
    body,
    /<link rel="canonical" href="[^"?]*\/en\/shop\/rings(\?metal=platinum)?"/,
    'and crawlers hear of its own',
  )
  for (const path of [
    '/en/shop/rings?utm_source=a&metal=platinum',
    '/en/shop/rings?gad_source=1&gad_campaignid=2&gbraid=3&metal=platinum&stock=in&whatever=4',
    '/ru/shop/product/round-solitaire-ring?ScCid=a&metal=rose-gold&page=1',
    '/ru/search?x=1&q=a',
    '/en/blogs?preview=&x=1',
    '/en/shop/rings?price=-250&sort=newest',
  ]) {
    t.equal((await ask(path)).status, 200, `${path} stays as it is`)
  }
})

t.test('whatever stands in an address, whoever is sent on stays here, and is sent on once', async (t) => {
  const signs = '/ // \\ [ ] : @ %00 %2f %5C % .. . ; ? ?? & = +'.split(' ')
  const texts = 'en /RU /shop /rings /cart a.example metal=platinum page=1 x=1 é cut=oval'.split(' ')
  const random = createRandom(7)
  for (let round = 0; round < 200; round += 1) {
    const parts = Array.from({ length: random.below(9) }, () => random.pick(random.isLucky(50) ? signs : texts))
    const path = `/${random.pick(['', 'en', 'ru/shop/rings'])}${parts.join('')}`
    const { status, headers } = await ask(path)
    const { location } = headers
    if (status < 500 && location === undefined) continue
    const there = isHere(location) ? await ask(location) : undefined
    if (there && there.status <= 404 && there.headers.location === undefined) continue
    t.fail(`${path}: ${status} ${location}, ${there?.status} ${there?.headers.location}`)
  }
})

/** Whether a browser that is led there stays with us. */
function isHere(location = ''): location is string {
  return /^\/(?:en|ru)(?:[/?]|$)/.test(location) && new URL(location, shop.url).origin === new URL(shop.url).origin
}

t.test('whatever Host a visitor names, the page comes and names no address that is none', async (t) => {
  for (const host of ['a b', 'me@a.example', 'a.example:99999', 'a.example/path', '"><script>', '[::1', 'a,b']) {
    const { status, body } = await ask('/en/shop', { host })
    t.equal(status, 200, `Host: ${host}`)
    t.ok(body.includes('<link rel="canonical" href="http://localhost/en/shop"/>'))
    t.equal((await ask('/en/nothing', { host })).status, 404)
  }
  const { body } = await ask('/en/shop', { host: 'shop.example:8080' })
  t.ok(
    body.includes('<link rel="canonical" href="http://shop.example:8080/en/shop"/>'),
    'a good one is taken at its word',
  )
})

t.test('an address of thousands of parameters is refused in the language of its reader', async (t) => {
  const parameters = Array.from({ length: 6000 }, (_, nth) => `p${nth}=1`).join('&')
  const { status, headers, body } = await ask(`/en/shop/viewAll?${parameters}`, { 'accept-language': 'ru' })
  t.match([status, headers['cache-control']], [414, 'no-store'])
  t.match(body, 'Адрес страницы слишком длинный')
  t.equal((await ask(`/en/shop/viewAll?${parameters.slice(0, 8000)}`)).status, 200)
})

t.test('an address that can be decoded is left as it is', async (t) => {
  for (const url of ['/', '/ru/%D0%BA?q=%', '/en/100%25']) t.equal(decodableUrl(url), url)
  t.equal(decodableUrl('/en/%?q=1%'), '/en/%25?q=1%25')
})
