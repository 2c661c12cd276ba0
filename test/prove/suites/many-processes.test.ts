import t from 'tap'

import { startBalancer } from '#test/support/balancer.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { startRedisServer } from '#test/support/redis-server.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

const PRODUCT = 'round-halo-ring'
const NEW_PRICE = '$11.11'

const balancer = await startBalancer(t)
const [redis, mailServer] = await Promise.all([startRedisServer(t), openMailServer(t)])
const commerce = await startTestCommerce({
  name: 'many-processes',
  storefrontUrl: balancer.url,
  // Medusa's events, locks and workflows use Redis too.
  environment: { REDIS_URL: redis.url },
})
t.teardown(commerce.stop)

/** Starts the shop as on a separate machine: with its own data folder. */
function startMachine(name: string, env: Record<string, string> = {}) {
  return startShopProcess(t, {
    env: {
      ...shopEnvironment(commerce, name),
      NODE_ENV: 'production',
      PUBLIC_URL: balancer.url,
      TRUST_PROXY: 'loopback',
      REDIS_URL: redis.url,
      ...mailServer.env,
      // Changes reach the shop only by notifications during this test.
      CATALOG_REFRESH_SECONDS: '3600',
      ...env,
    },
  })
}

const one = startMachine('one', { DRAIN_SECONDS: '1' })
const other = startMachine('other')
const origins = await Promise.all([one.ready(), other.ready()])
balancer.sendTo(...origins)
await until(() => balancer.ready().length === 2)

const subscribe = async (email: string, visitor: string) =>
  fetch(`${balancer.url}/api/email-subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
    body: JSON.stringify({ email, lang: 'en', site_type: 'jewelry' }),
  }).then(
    ({ status }) => status,
    () => 0,
  )

t.test('a price change shows in every process within ten seconds, despite the page cache', async (t) => {
  const { products } = await commerce.store<{ products: { variants: { id: string }[] }[] }>(
    `/store/products?handle=${PRODUCT}&fields=id,variants.id`,
  )
  const showsNewPrice = async (origin: string) =>
    (await (await fetch(`${origin}/en/shop/product/${PRODUCT}`)).text()).includes(NEW_PRICE)
  t.same(await Promise.all(origins.map(showsNewPrice)), [false, false])
  const { price_lists: lists } = await commerce.admin<{ price_lists: { id: string }[] }>('/admin/price-lists')
  const price = { variant_id: products[0]?.variants[0]?.id, currency_code: 'usd', amount: 11.11 }
  await commerce.admin(`/admin/price-lists/${lists[0]?.id}/prices/batch`, { method: 'POST', body: { create: [price] } })
  for (const origin of origins) await until(() => showsNewPrice(origin))
  t.match((await redis.keys()).join(), /RedisEventBusService:events-queue/, 'Medusa published the change through Redis')
})

t.test('a former address of a renamed product or category leads to the present one in every process', async (t) => {
  const rename = async (list: 'products' | 'product_categories', former: string, handle: string) => {
    const path = `/admin/${list.replace('_', '-')}`
    const { [list]: found } = await commerce.admin<Record<typeof list, { id: string }[]>>(`${path}?handle=${former}`)
    await commerce.admin(`${path}/${found[0]?.id}`, { method: 'POST', body: { handle } })
  }
  await rename('products', 'oval-solitaire-ring', 'oval-ring')
  await rename('product_categories', 'halo', 'halos')
  for (const origin of origins) {
    const placeOf = async (path: string) => {
      const { status, headers } = await fetch(`${origin}${path}`, { redirect: 'manual' })
      return `${status} ${headers.get('location')?.replace(origin, '')}`
    }
    await until(
      async () => (await placeOf('/en/shop/product/oval-solitaire-ring')) === '301 /en/shop/product/oval-ring',
    )
    await until(
      async () => (await placeOf('/ru/shop/rings/halo?sort=price-asc')) === '301 /ru/shop/rings/halos?sort=price-asc',
    )
    t.equal(await placeOf('/en/shop/rings/halos'), '200 undefined')
  }
})

t.test('a shopper’s clicks that reach different processes are neither lost nor doubled', async (t) => {
  const shopper = createHttpShopper()
  const { body } = await shopper.call(balancer.url, 'POST', '/api/carts', {})
  const { id } = (body as { cart: { id: string } }).cart
  const { products } = await commerce.store<{ products: { variants: { id: string; inventory_quantity: number }[] }[] }>(
    '/store/products?limit=100&fields=id,variants.id,+variants.inventory_quantity',
  )
  const clicks = 8
  const variants = products.flatMap((product) => product.variants)
  const variantId = variants.find(({ inventory_quantity: left }) => left > clicks)?.id ?? ''
  const answers = await Promise.all(
    Array.from({ length: clicks }, () =>
      shopper.call(balancer.url, 'POST', `/api/carts/${id}/line-items`, { variant_id: variantId, quantity: 1 }),
    ),
  )
  t.same(
    answers.map(({ status }) => status),
    Array<number>(clicks).fill(200),
  )
  const { cart } = await commerce.store<{ cart: { items: { quantity: number }[] } }>(`/store/carts/${id}`)
  t.same(
    cart.items.map(({ quantity }) => quantity),
    [clicks],
  )
})

t.test('a killed process loses no subscription, and serves again after its start', async (t) => {
  const addresses = Array.from({ length: 30 }, (_, index) => `kept-${index}@example.com`)
  const answered: string[] = []
  for (const [index, address] of addresses.entries()) {
    if (index === 15) process.kill(other.pid, 'SIGKILL')
    if ((await subscribe(address, `203.0.114.${index}`)) === 202) answered.push(address)
  }
  t.ok(answered.length >= addresses.length - 1, `${answered.length} were accepted`)
  const again = await startMachine('other').ready()
  balancer.sendTo(origins[0] ?? '', again)
  await until(() => balancer.ready().includes(again))
  for (const address of answered) await mailServer.waitFor(address, undefined, 40_000)
  t.same(
    answered.filter((address) => mailServer.emails(address).length > 1),
    [],
    'each is answered by one email',
  )
})

t.test('a graceful shutdown fails no request', async (t) => {
  const failed: string[] = []
  const stopping = new AbortController()
  let asked = 0
  const ask = async (path: string) => {
    while (!stopping.signal.aborted) {
      const answer = await fetch(`${balancer.url}${path}`).catch(() => undefined)
      const text = await answer?.text().catch(() => undefined)
      asked += 1
      if (!answer?.ok || !text) failed.push(`${path} ${answer?.status}`)
    }
  }
  const asking = ['/en', `/en/shop/product/${PRODUCT}`, '/ru/search?q=ring', '/api/products/rings'].map(ask)
  await until(() => asked > 40)
  const stopped = one.stop()
  await until(() => !balancer.ready().includes(origins[0] ?? ''))
  t.equal(await stopped, 0)
  const askedBefore = asked
  await until(() => asked > askedBefore + 40)
  stopping.abort()
  await Promise.all(asking)
  t.same(failed, [])
})
