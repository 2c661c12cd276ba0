import t from 'tap'

import { catalogPaths, getJson } from '#test/support/categories.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { COUNTRIES, freezeMedusa, limitOf, visitEverything } from '#test/support/frozen-backend.ts'
import { openShop, shopEnvironment } from '#test/support/open-shop.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { untilRead } from '#test/support/until-catalog.ts'
import { until } from '#test/support/until.ts'

/** What waits for the backend takes this long or longer. `npm run prove frozen-backend` requires 1 s. */
const MOST_MS = 5000

const commerce = await startTestCommerce({ name: 'frozen' })
t.teardown(() => commerce.stop())

t.test('while the backend hangs no page is late, and each has the prices of the visitor’s country', async (t) => {
  const env = { LOG_LEVEL: 'silent' }
  const before = await openShop(commerce, { folder: 'frozen', env })
  await untilRead(before.app)
  await before.stop()

  const frozen = freezeMedusa(commerce)
  t.teardown(frozen.resume)
  const shop = await openShop(commerce, { folder: 'frozen', env })
  t.teardown(shop.stop)
  const faults: string[] = []
  await visitEverything(shop, {
    countries: ['GB', 'JP'],
    locales: ['en'],
    atOnce: 2,
    onVisit({ kind, path, country, status, ms, body }) {
      if (status !== 200 || ms > limitOf(kind, MOST_MS))
        faults.push(`${status} after ${Math.round(ms)} ms: ${country} ${path}`)
      const currency = COUNTRIES.get(country)
      if (kind === 'product page' && !body.includes(`"priceCurrency":"${currency}"`))
        faults.push(`other prices: ${country} ${path}`)
      return faults.length < 5
    },
  })
  t.same(faults, [])
  frozen.resume()
})

t.test('with Medusa down every page still works, and carts work as soon as it is back', async (t) => {
  const env = shopEnvironment(commerce, 'storefront')
  const first = startShopProcess(t, { env })
  const firstUrl = await first.ready()
  const paths = await until(() => catalogPaths(firstUrl).catch(() => undefined))
  const { catalog } = await getJson<Readiness>(`${firstUrl}/readyz`)
  await commerce.kill()
  t.equal(await first.stop(), 0, 'stops as asked')

  const url = await startShopProcess(t, { env }).ready()
  t.equal((await getJson<Readiness>(`${url}/readyz`)).catalog.products, catalog.products, 'nothing was lost')
  for (const path of paths) {
    const answer = await fetch(`${url}/en${path}`)
    if (answer.status !== 200 || !(await answer.text()).includes('</html>')) t.fail(`/en${path}: ${answer.status}`)
  }
  const refused = await createCart(url)
  t.equal(refused.status, 503)
  t.match(await refused.json(), { statusCode: 503, message: /lost/ }, 'the cart shows a message that nothing is lost')

  await commerce.start()
  await until(async () => (await createCart(url)).ok)
  t.pass('carts work again without another restart')
})

interface Readiness {
  catalog: { products: number }
}

async function createCart(url: string): Promise<Response> {
  return fetch(`${url}/api/carts`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
}
