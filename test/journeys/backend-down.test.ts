import t from 'tap'

import { catalogPaths, getJson } from '#test/support/categories.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

interface Readiness {
  status: string
  catalog: { products: number }
  backend: { status: string }
}

t.test('with Medusa down every page still works, and carts work as soon as it is back', async (t) => {
  const commerce = await startTestCommerce({ name: 'backend-down' })
  t.teardown(commerce.stop)
  const env = shopEnvironment(commerce, 'storefront')

  const first = startShopProcess(t, { env })
  const firstUrl = await first.ready()
  const paths = await until(() => catalogPaths(firstUrl).catch(() => undefined))
  const { catalog } = await getJson<Readiness>(`${firstUrl}/readyz`)
  await commerce.kill()
  t.equal(await first.stop(), 0, 'stops as asked')

  const second = startShopProcess(t, { env })
  const url = await second.ready()
  t.equal((await getJson<Readiness>(`${url}/readyz`)).catalog.products, catalog.products, 'nothing was lost')
  for (const locale of ['en', 'ru']) {
    for (const path of paths) {
      const answer = await fetch(`${url}/${locale}${path}`)
      const html = await answer.text()
      if (answer.status !== 200 || !html.includes('</html>')) t.fail(`/${locale}${path} answered ${answer.status}`)
    }
    t.pass(`${paths.length} pages in ${locale}`)
  }

  const refused = await createCart(url)
  t.equal(refused.status, 503)
  t.match(await refused.json(), { statusCode: 503, message: /lost/ }, 'the cart shows a message that nothing is lost')

  await commerce.start()
  const cart = await until(async () => {
    const answer = await createCart(url)
    return answer.ok && ((await answer.json()) as { cart: { id: string } }).cart
  }, 60_000)
  t.match(cart.id, /^cart_/, 'carts work again without another restart')
  await until(async () => (await getJson<Readiness>(`${url}/readyz`)).backend.status === 'up', 30_000)
})

async function createCart(url: string): Promise<Response> {
  return fetch(`${url}/api/carts`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
}
