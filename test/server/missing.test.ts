import t from 'tap'

import { startRecordingProxy } from '#test/support/recording-proxy.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { startShop } from '#test/support/test-shop.ts'

const NOWHERE = [
  '/nothing',
  '/shop/hats',
  '/shop/rings/hats',
  '/shop/necklaces/solitaire',
  '/shop/product/no-such-piece',
  '/shop/product/%00',
  '/shop/product/a%2F..%2Fb',
  '/order/elsewhere',
  // The shop's staff has no screen.
  '/admin',
]

const WORDS = {
  en: { tag: 'en-US', title: 'Page Not Found', sentence: 'Page not found: /en/nothing' },
  ru: { tag: 'ru-RU', title: 'Страница не найдена', sentence: '/ru/nothing' },
}

t.test('whoever asks for what is not there is told so in their language', async (t) => {
  const shop = await startShop(t)
  for (const [locale, { tag, title, sentence }] of Object.entries(WORDS)) {
    for (const path of NOWHERE) {
      const answer = await fetch(`${shop.url}/${locale}${path}`, { headers: { accept: 'text/html' } })
      const html = await answer.text()
      t.equal(answer.status, 404, `/${locale}${path}`)
      t.match(html, `<html lang="${tag}"`, 'in the language of the path')
      t.match(html, title)
      if (path === '/nothing') t.match(html, sentence, 'with the address that is not there')
      t.match(answer.headers.get('cache-control'), /no-store/)
    }
  }
})

t.test('a language that we do not speak is not there either', async (t) => {
  const shop = await startShop(t)
  for (const path of ['/de', '/de/shop', '/english']) {
    const answer = await fetch(`${shop.url}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' })
    t.equal(answer.status, 404, path)
  }
})

t.test('an id that cannot be one is refused before Medusa is asked', async (t) => {
  const commerce = await sharedCommerce()
  const proxy = await startRecordingProxy(t, commerce.medusaUrl)
  const shop = await startShop(t, { env: { MEDUSA_URL: proxy.url } })
  proxy.seen.length = 0

  const broken = [
    '..%2F..%2Fadmin%2Fusers',
    'cart_',
    'cart_%2e%2e',
    'order_01',
    'cart_01ABC;drop',
    '%00',
    'cart_..%5C..',
    'x'.repeat(300),
  ]
  const calls: [string, string][] = broken.flatMap((id): [string, string][] => [
    ['GET', `/api/carts/${id}`],
    ['POST', `/api/carts/${id}/line-items`],
    ['GET', `/api/carts/${id}/shipping-options`],
    ['POST', `/api/carts/${id}/complete`],
  ])
  calls.push(['GET', '/api/orders/cart_01JABCDEFGHJKMNPQRSTVWXYZ0'], ['GET', '/api/orders/..%2F..%2Fstore%2Fcarts'])
  calls.push(['DELETE', '/api/carts/cart_01JABCDEFGHJKMNPQRSTVWXYZ0/line-items/..%2F..%2Fcomplete'])
  for (const [method, path] of calls) {
    const post = method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}
    const answer = await fetch(`${shop.url}${path}`, { method, ...post })
    t.ok(answer.status === 404 || answer.status === 400, `${method} ${path}: ${answer.status}`)
  }
  t.same(proxy.seen, [], 'Medusa heard of none of them')

  await fetch(`${shop.url}/api/carts`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  t.ok(proxy.seen.length > 0, 'and does hear of the others')
})
