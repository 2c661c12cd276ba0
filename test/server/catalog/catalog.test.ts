import t from 'tap'

import { CatalogNotReadyError, type Catalog } from '#server/catalog/catalog.ts'
import type { Product } from '#shared/product/product.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { setStock } from '#test/support/shop-changes.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { untilDeliveryIsRead } from '#test/support/until-catalog.ts'

import { buildCatalogServer } from './catalog-server.ts'
import { startGateProxy } from './gate-proxy.ts'
import { openCatalog, shopWithPrices, until } from './open-catalog.ts'
import { createOperator } from './operator.ts'

const CURRENCIES = ['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'ILS', 'JPY', 'USD']
const CYRILLIC = /[А-Яа-яЁё]/
const RING = 'round-solitaire-ring'
const STUDS = 'round-stud-earrings'

t.setTimeout(600_000)

const commerce = await ownCommerce()
const operator = await createOperator(commerce)
const { medusaUrl: baseUrl, publishableKey, secret, storefrontPort } = commerce

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
    const list = (await shopWithPrices(catalog, regionId)).list({}, { locale: 'en', regionId })
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
  const { catalog } = app
  const { id } = product(catalog, RING)
  const changes: string[][] = []
  catalog.on('change', (_version, changed) => changes.push(changed === 'all' ? ['all'] : [...changed]))

  await t.test('a price', async (t) => {
    await setSalePrice(catalog, RING, 111)
    await until('the new price', () => priceOf(catalog, RING) === 11_100)
    t.same(changes.at(-1), [id])
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
    mostEagerPrices: 0,
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
    mostEagerPrices: 0,
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

t.test('the first visitors of a region in a large shop see default prices, and its own are read once', async (t) => {
  const proxy = await startGateProxy(baseUrl)
  t.teardown(() => proxy.close())
  const dataDir = testFolder(t)
  const { catalog, close } = await openCatalog({ baseUrl: proxy.url, publishableKey, dataDir, mostEagerPrices: 0 })
  t.teardown(close)
  t.same(catalog.status().currencies, ['USD'], 'regions without visitors are not read')
  await untilDeliveryIsRead({ catalog })
  const regionId = catalog.regionForCurrency('JPY').id
  const before = proxy.calls.length
  const shops = Array.from({ length: 20 }, () => catalog.shopFor(regionId))
  t.ok(shops.every((shop) => shop.currencyOf(regionId) === 'USD'))
  t.equal((await shopWithPrices(catalog, regionId)).currencyOf(regionId), 'JPY')
  t.equal(proxy.calls.length - before, 1, 'one call: the sample shop fits in it')
})

t.test('of two processes one reads the backend; the other shows the same and forwards refresh requests', async (t) => {
  const proxy = await startGateProxy(baseUrl)
  t.teardown(() => proxy.close())
  const dataDir = testFolder(t)
  const reader = await openCatalog({ baseUrl, publishableKey, dataDir, mostEagerPrices: 0 })
  const follower = await openCatalog({ baseUrl: proxy.url, publishableKey, dataDir, mostEagerPrices: 0 })
  t.teardown(reader.close)
  t.teardown(follower.close)
  await until('the follower has the shop', () => follower.catalog.version === reader.catalog.version)
  t.equal(reader.catalog.status().role, 'reader')
  t.equal(follower.catalog.status().role, 'follower')

  const regionId = follower.catalog.regionForCurrency('EUR').id
  t.equal((await shopWithPrices(follower.catalog, regionId)).currencyOf(regionId), 'EUR')

  const { id } = product(follower.catalog, STUDS)
  await setSalePrice(follower.catalog, STUDS, 9)
  await follower.catalog.refresh([id])
  await until('both show the new price', () =>
    [reader, follower].every(({ catalog }) => priceOf(catalog, STUDS) === 900),
  )
  t.same(proxy.calls, [], 'the follower never called the backend')

  await reader.close()
  await until('the other reads now', () => follower.catalog.status().role === 'reader')
  await until('and really does', () => proxy.calls.length > 0)
})

t.test(
  'a shop that starts without its backend serves the saved catalog, and reads again when the backend is back',
  async (t) => {
    const dataDir = testFolder(t)
    const before = await openCatalog({ baseUrl, publishableKey, dataDir, mostEagerPrices: 0 })
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
      mostEagerPrices: 0,
    })
    t.teardown(close)
    t.equal(catalog.version, version)
    t.equal(catalog.shop().cards({}, { locale: 'ru', regionId: '' })?.count, count)
    await until('the trouble is told', () => catalog.status().problem !== null)

    const regionId = catalog.regionForCurrency('GBP').id
    const shop = catalog.shopFor(regionId)
    t.equal(
      shop.cards({}, { locale: 'en', regionId })?.currency_code,
      'USD',
      'prices that were never read are those of the default region',
    )

    await proxy.comeBack()
    await until('the shop is read again', () => catalog.status().problem === null, 30_000)
    t.equal((await shopWithPrices(catalog, regionId)).currencyOf(regionId), 'GBP')
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
      mostEagerPrices: 0,
    })
    t.teardown(close)
    t.equal(catalog.version, null)
    t.throws(() => catalog.shop(), new CatalogNotReadyError('The catalogue was never read yet.'))
    t.equal(catalog.regionFor('DE').currency_code, 'USD')
    await proxy.comeBack()
    await until('the shop is there', () => catalog.version !== null, 30_000)
  },
)
