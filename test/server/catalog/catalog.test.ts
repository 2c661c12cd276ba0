import t from 'tap'

import { CatalogNotReadyError, type Catalog } from '#server/catalog/catalog.ts'
import type { Product } from '#shared/product/product.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { createPostgresServer } from '#test/support/postgres-server.ts'
import { setStock } from '#test/support/shop-changes.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { untilRead } from '#test/support/until-catalog.ts'

import { buildCatalogServer } from './catalog-server.ts'
import { startGateProxy } from './gate-proxy.ts'
import { openCatalog, until } from './open-catalog.ts'
import { createOperator } from './operator.ts'

const CURRENCIES = ['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'ILS', 'JPY', 'USD']
const CYRILLIC = /[А-Яа-яЁё]/
const RING = 'round-solitaire-ring'
const STUDS = 'round-stud-earrings'

t.setTimeout(600_000)

const commerce = await ownCommerce()
const operator = await createOperator(commerce)
const { medusaUrl: baseUrl, publishableKey, secret, storefrontPort, databaseUrl } = commerce

function product(catalog: Catalog, handle: string, currency = 'USD', locale: 'en' | 'ru' = 'en'): Product {
  const found = catalog.shop().product(handle, { locale, regionId: catalog.regionForCurrency(currency).id })
  if (!found) throw new Error(`There is no ${handle}`)
  return found
}

function priceOf(catalog: Catalog, handle: string): number | undefined {
  return product(catalog, handle).variants[0]?.calculated_price?.calculated_amount
}

async function setSalePrice(catalog: Catalog, handle: string, dollars: number): Promise<void> {
  await operator.setSalePrice(product(catalog, handle).variants[0]?.id ?? '', dollars)
}

t.test('the shop has every product with a price in every currency', async (t) => {
  const { catalog, warnings, close } = await openCatalog({ baseUrl, publishableKey, dataDir: testFolder(t) })
  t.teardown(close)
  const { count } = await commerce.store<{ count: number }>('/store/products?limit=1')
  for (const currency of CURRENCIES) {
    const regionId = catalog.regionForCurrency(currency).id
    const list = catalog.shop().list({}, { locale: 'en', regionId })
    t.match(list, { count, currency_code: currency })
    const variants = list?.products.flatMap((single) => single.variants) ?? []
    t.ok(variants.every(({ calculated_price: price }) => price?.currency_code === currency))
  }
  const { images } = product(catalog, RING, 'USD', 'ru')
  t.ok(images.every((image) => CYRILLIC.test(image.alt)))
  t.same(warnings, [])
})

t.test('an operator’s change shows within 10 seconds of the backend’s signed signal', async (t) => {
  const app = await buildCatalogServer({ medusaUrl: baseUrl, publishableKey, secret, dataDir: testFolder(t) })
  await app.listen({ port: storefrontPort, host: '127.0.0.1' })
  t.teardown(() => app.close())
  await untilRead(app)
  const { catalog } = app
  const { id } = product(catalog, RING)

  await t.test('a price', async () => {
    await setSalePrice(catalog, RING, 111)
    await until('the new price', () => priceOf(catalog, RING) === 11_100)
  })

  await t.test('a title', async (t) => {
    await commerce.admin(`/admin/products/${id}`, { method: 'POST', body: { title: 'The ring' } })
    await until('the new title', () => product(catalog, RING).title === 'The ring')
    t.match(product(catalog, RING, 'USD', 'ru').title, CYRILLIC)
  })

  await t.test('stock', async () => {
    await setStock(commerce, product(catalog, RING).variants[0]?.id ?? '', 77)
    await until('the new stock', () => product(catalog, RING).variants[0]?.inventory_quantity === 77)
  })

  await t.test('a product that is unpublished and published again', async () => {
    await commerce.admin(`/admin/products/${id}`, { method: 'POST', body: { status: 'draft' } })
    await until('the piece is gone', () => !catalog.shop().product(RING, { locale: 'en', regionId: '' }))
    await commerce.admin(`/admin/products/${id}`, { method: 'POST', body: { status: 'published' } })
    await until('the piece is back', () => catalog.shop().product(RING, { locale: 'en', regionId: '' }) !== undefined)
  })

  await t.test('a sale that is paused', async () => {
    const onSale = priceOf(catalog, STUDS) ?? 0
    await operator.setSaleStatus('draft')
    await until('the full price', () => priceOf(catalog, STUDS) === Math.round(onSale / 0.6), 60_000)
    await operator.setSaleStatus('active')
    await until('the sale price again', () => priceOf(catalog, STUDS) === onSale, 60_000)
  })

  await t.test('products that are added on the page of their category', async () => {
    const earrings = catalog
      .shop()
      .categories('en')
      .find(({ handle }) => handle === 'earrings')
    const isEarring = () => product(catalog, RING).categories.some(({ handle }) => handle === 'earrings')
    const change = (body: object) =>
      commerce.admin(`/admin/product-categories/${earrings?.id}/products`, { method: 'POST', body })
    await change({ add: [id] })
    await until('the ring among the earrings', isEarring, 60_000)
    await change({ remove: [id] })
    await until('the ring is none', () => !isEarring(), 60_000)
  })

  await t.test('the countries of a region', async () => {
    const { id: region, countries } = catalog.regionForCurrency('GBP')
    const move = (codes: readonly string[]) =>
      commerce.admin(`/admin/regions/${region}`, {
        method: 'POST',
        body: { countries: codes.map((code) => code.toLowerCase()) },
      })
    await move([])
    await until('the country in no region', () => catalog.regionFor('GB').id !== region, 60_000)
    await move(countries)
    await until('the country back', () => catalog.regionFor('GB').id === region, 60_000)
  })
})

t.test('a change without a signal shows with the next full read: a price list that ends', async (t) => {
  const { catalog, close } = await openCatalog({
    baseUrl,
    publishableKey,
    dataDir: testFolder(t),
    refreshSeconds: 5,
  })
  t.teardown(close)
  const onSale = priceOf(catalog, STUDS) ?? 0

  await operator.setSaleStatus('draft')
  await until('the full price', () => priceOf(catalog, STUDS) === Math.round(onSale / 0.6))
  await operator.setSaleStatus('active')
  await until('the sale price again', () => priceOf(catalog, STUDS) === onSale)
})

t.test('a change signal during a full read is not overwritten by it', async (t) => {
  const proxy = await startGateProxy(baseUrl)
  t.teardown(() => proxy.close())
  const { catalog, close } = await openCatalog({
    baseUrl: proxy.url,
    publishableKey,
    dataDir: testFolder(t),
    refreshSeconds: 1,
  })
  t.teardown(close)
  const { id } = product(catalog, STUDS)
  const isFullRead = (path: string): boolean => path.includes('calculated_price') && path.includes('id%5B1%5D=')

  proxy.holdAnswers(isFullRead)
  await until('a full read has its old prices', () => proxy.held() > 0)
  await setSalePrice(catalog, STUDS, 222)
  await catalog.refresh([id])
  t.equal(priceOf(catalog, STUDS), 22_200, 'the signal shows while the full read is still running')
  const answered = proxy.calls.length
  proxy.open()
  await until('that full read is laid over', () => proxy.calls.slice(answered).some(isFullRead))
  t.equal(priceOf(catalog, STUDS), 22_200, 'and after it')
})

t.test('of two processes one reads the backend; the other shows the same and forwards refresh requests', async (t) => {
  const proxy = await startGateProxy(baseUrl)
  t.teardown(() => proxy.close())
  const dataDir = testFolder(t)
  const reader = await openCatalog({ baseUrl, publishableKey, dataDir, databaseUrl })
  const follower = await openCatalog({ baseUrl: proxy.url, publishableKey, dataDir, databaseUrl })
  // As on another machine.
  const elsewhere = await openCatalog({ baseUrl, publishableKey, dataDir: testFolder(t), databaseUrl })
  const all = [reader, follower, elsewhere]
  for (const { close } of all) t.teardown(close)
  await until('the follower has the shop', () => follower.catalog.version === reader.catalog.version)
  t.same(
    all.map(({ catalog }) => catalog.status().role),
    ['reader', 'follower', 'reader'],
  )

  const { id } = product(follower.catalog, STUDS)
  await setSalePrice(follower.catalog, STUDS, 9)
  await follower.catalog.refresh([id])
  await until('all show the new price', () => all.every(({ catalog }) => priceOf(catalog, STUDS) === 900))
  t.same(proxy.calls, [], 'the follower never called the backend')

  await reader.close()
  await until('the other reads now', () => follower.catalog.status().role === 'reader')
  await until('and really does', () => proxy.calls.length > 0)
})

t.test('while the database is down the reader goes on reading, and its followers show what it saves', async (t) => {
  const postgres = await createPostgresServer(t, 'catalog')
  await postgres.start()
  const options = { baseUrl, publishableKey, dataDir: testFolder(t), databaseUrl: postgres.url, refreshSeconds: 3 }
  const [reader, follower] = [await openCatalog(options), await openCatalog(options)]
  t.teardown(reader.close)
  t.teardown(follower.close)
  await until('the follower has the shop', () => follower.catalog.version === reader.catalog.version)
  await postgres.stop()
  await setSalePrice(reader.catalog, STUDS, 8)
  await until('both show the new price', () =>
    [reader, follower].every(({ catalog }) => priceOf(catalog, STUDS) === 800),
  )
})

t.test('a shop that starts without its database shows a change as soon as it is told of it', async (t) => {
  const options = { baseUrl, publishableKey, dataDir: testFolder(t) }
  await (await openCatalog(options)).close()
  const alone = await openCatalog({ ...options, databaseUrl: 'postgres://127.0.0.1:1/shop', refreshSeconds: 3600 })
  t.teardown(alone.close)
  t.equal(alone.catalog.status().role, 'follower')
  await setSalePrice(alone.catalog, STUDS, 7)
  await alone.catalog.refresh([product(alone.catalog, STUDS).id])
  t.equal(priceOf(alone.catalog, STUDS), 700)
})

t.test(
  'a shop that starts without its backend serves the saved catalog, and reads again when the backend is back',
  async (t) => {
    const dataDir = testFolder(t)
    const before = await openCatalog({ baseUrl, publishableKey, dataDir })
    const { version } = before.catalog
    const count = before.catalog.shop().cards({}, { locale: 'en', regionId: '' })?.count
    await before.close()

    const proxy = await startBreakingProxy(t, baseUrl)
    await proxy.goAway()
    const { catalog, close } = await openCatalog({
      baseUrl: proxy.url,
      publishableKey,
      dataDir,
      refreshSeconds: 1,
    })
    t.teardown(close)
    t.equal(catalog.version, version)
    t.equal(catalog.shop().cards({}, { locale: 'ru', regionId: '' })?.count, count)
    await until('the trouble is told', () => catalog.status().problem !== null)

    await proxy.comeBack()
    await until('the shop is read again', () => catalog.status().problem === null, 30_000)
  },
)

t.test(
  'without a saved catalog and a backend the shop is not ready, and becomes ready when the backend starts',
  async (t) => {
    const proxy = await startBreakingProxy(t, baseUrl)
    await proxy.goAway()
    const { catalog, close } = await openCatalog({
      baseUrl: proxy.url,
      publishableKey,
      dataDir: testFolder(t),
    })
    t.teardown(close)
    t.equal(catalog.version, null)
    t.throws(() => catalog.shop(), new CatalogNotReadyError('The catalogue was never read yet.'))
    t.equal(catalog.regionFor('DE').currency_code, 'USD')
    await proxy.comeBack()
    await until('the shop is there', () => catalog.version !== null, 30_000)
  },
)
