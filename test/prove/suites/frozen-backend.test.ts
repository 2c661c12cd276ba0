import { join } from 'node:path'

import t from 'tap'

import { goTo, hydrated, visit } from '#test/support/browser.ts'
import { catalogPaths, getJson } from '#test/support/categories.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { copySavedCatalog, freezeMedusa, limitOf, visitEverything } from '#test/support/frozen-backend.ts'
import { openShop, shopEnvironment } from '#test/support/open-shop.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

/** What waits for the backend takes this long or longer. `npm run prove frozen-backend` requires 1 s. */
const MOST_MS = 5000
const RING = '/en/shop/product/round-halo-ring'

const commerce = await startTestCommerce({ name: 'frozen' })
t.teardown(() => commerce.stop())

t.test('while the backend hangs no page is late, and prices in another currency are labeled as such', async (t) => {
  const env = { LOG_LEVEL: 'silent' }
  const before = await openShop(commerce, { folder: 'frozen-before', env })
  const loaded = () => before.app.catalog.status().currencies.length
  // A shop that no shopper has visited has the prices of all regions.
  await until(() => loaded() === 8, 30_000)
  await before.stop()
  await copySavedCatalog(join(commerce.dataDir, 'frozen-before'), join(commerce.dataDir, 'frozen'), 'USD')

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
      if (kind.endsWith('page') && !body.includes('still loading prices')) faults.push(`no note: ${country} ${path}`)
      return faults.length < 5
    },
  })
  t.same(faults, [])

  const cached = await fetch(shop.url + RING, { headers: { cookie: 'user_country=JP' } })
  t.notMatch(cached.headers.get('server-timing') ?? '', /hit/, 'a page with prices in another currency is not cached')
  const russian = await (await fetch(`${shop.url}/ru/shop`, { headers: { cookie: 'user_country=JP' } })).text()
  t.match(
    /<p role="status"[^<]*/.exec(russian)?.[0].replaceAll(/\s/g, ' '),
    'Цены в JPY ¥ ещё загружаются. Пока они показаны в USD $.',
  )

  await visit(t, shop.url, { expected: [/Failed to initialize cart/, /503/] }, async (page) => {
    await page.context().addCookies([{ name: 'user_country', value: 'JP', url: shop.url }])
    await goTo(page, RING)
    const note = page.getByText('We’re still loading prices in JPY ¥. For now, they’re shown in USD $.')
    await note.waitFor()
    await page.locator('footer').scrollIntoViewIfNeeded()
    const country = page.getByRole('button', { name: /^Country and currency: / })
    await country.waitFor()
    t.match(await country.getAttribute('aria-label'), /USD \$$/)
    const price = page
      .locator('main')
      .getByText(/^[$¥][\d,]+\.00$/)
      .first()
    t.match(await price.textContent(), /^\$/)
    frozen.resume()
    const show = page.getByRole('status').getByRole('button', { name: 'Show them' })
    await show.waitFor()
    t.match(await page.getByRole('status').first().textContent(), 'Prices in JPY ¥ are ready.')
    await Promise.all([page.waitForEvent('load'), show.click()])
    await hydrated(page)
    t.equal(await show.count(), 0)
    t.match(await price.textContent(), /^¥/, 'the prices of Japan have replaced them')
    await page.locator('footer').scrollIntoViewIfNeeded()
    await country.waitFor()
    t.match(await country.getAttribute('aria-label'), /JPY ¥$/)
  })
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
