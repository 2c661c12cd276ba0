import { request } from 'node:http'
import { text } from 'node:stream/consumers'

import t from 'tap'

import { CRAWLER } from '#test/support/read-stream.ts'
import { startShop } from '#test/support/test-shop.ts'

const shop = await startShop(t, { env: { PUBLIC_URL: 'https://shop.example' } })

/** As the bytes stand there: `fetch` would write some addresses in another way. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(shop.url)
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    headers: Record<string, string>
    html: string
  }>()
  request({ hostname, port, path, headers: { accept: 'text/html', ...headers } }, (answer) => {
    const named = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    text(answer).then((html) => resolve({ status: answer.statusCode ?? 0, headers: named, html }), reject)
  })
    .on('error', reject)
    .end()
  return promise
}

/** Every character of a path after its language as an escape. */
function escaped(path: string): string {
  const hidden = path.slice(4).replaceAll(/[a-z-]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  return path.slice(0, 4) + hidden
}

t.test('a page of one’s own is stored nowhere, however its address is written', async (t) => {
  for (const path of [
    '/en/cart',
    '/ru/checkout',
    '/en/order/find',
    '/ru/newsletter',
    '/en/country',
    '/en/hints/stop',
    '/ru/back-in-stock',
    '/en/back-in-stock/requests',
  ]) {
    const plain = await ask(path)
    t.match([plain.headers['cache-control'], path], [/no-store/, path])
    for (const other of [escaped(path), path.toUpperCase().replace(/^\/(EN|RU)/, path.slice(0, 3)), `${path}/`]) {
      const answer = await ask(other)
      t.match(answer.headers['cache-control'], /no-store/, other)
      if (answer.status === 301) t.match(answer.headers['location'], /^\/(en|ru)\//)
    }
  }
  t.match((await ask('/e%6e/cart')).headers['cache-control'], /no-store/, 'the language, too')
})

t.test('an address with a token is told to no search engine and to no other site, however it is written', async (t) => {
  for (const path of [
    '/en/order/transfer',
    '/ru/hints/stop',
    '/en/newsletter/confirm',
    '/ru/newsletter/preferences',
    '/en/back-in-stock/requests',
  ]) {
    const plain = await ask(`${path}?token=a-token`)
    t.equal(plain.headers['x-robots-tag'], 'noindex', path)
    t.equal(plain.headers['referrer-policy'], 'strict-origin', path)
    t.match(plain.headers['cache-control'], /no-store/)

    const moved = await ask(`${escaped(path)}?token=a%2Db&x=1`)
    t.match([moved.status, moved.headers['location']], [301, `${path}?token=a%2Db&x=1`], 'the token is not lost')
    t.match(moved.headers['cache-control'], /no-store/)
  }
})

t.test('the style guide is a page of development: the shop does not have it', async (t) => {
  t.equal((await ask('/en/styleguide')).status, 404)
})

t.test('under https the language is remembered by a cookie that never travels without it', async (t) => {
  for (const agent of ['Mozilla/5.0', CRAWLER]) {
    const { headers } = await ask('/en/shop/rings', { 'user-agent': agent })
    t.match(headers['set-cookie'], /^locale=en; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/, agent)
  }
})
