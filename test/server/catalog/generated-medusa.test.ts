import { createServer } from 'node:http'
import { setImmediate as nextTick } from 'node:timers/promises'

import t, { type Test } from 'tap'

import { createInterpreter } from '#server/catalog/interpreting/interpreter.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'
import { generatedContents } from '#test/support/generated/contents.ts'
import { createGeneratedMedusa } from '#test/support/generated/medusa.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { testFolder } from '#test/support/test-folder.ts'

import { openCatalog, shopWithPrices, until } from './open-catalog.ts'

const PRODUCTS = 120

async function openGenerated(t: Test, items = PRODUCTS, mostEagerPrices?: number) {
  const medusa = createGeneratedMedusa(items)
  const baseUrl = await listenLocally(t, medusa.server)
  const { catalog, close, warnings } = await openCatalog({
    baseUrl,
    publishableKey: 'pk_any',
    dataDir: testFolder(t),
    ...(mostEagerPrices === undefined ? {} : { mostEagerPrices }),
  })
  t.teardown(close)
  // The catalog starts without contents if the first read takes long.
  await until('the catalog has contents', () => catalog.regions().length > 0)
  return { medusa, catalog, warnings }
}

t.test('a shopper sees default prices at once while the prices of the region are being indexed', async (t) => {
  const { catalog } = await openGenerated(t, 3000, 0)
  const { id: regionId } = catalog.regionForCurrency('EUR')
  t.equal(catalog.shopFor(regionId).currencyOf(regionId), 'USD')
  const areRead = () => catalog.contents()?.priceLists.has(regionId)
  while (!areRead()) await nextTick()
  t.equal(catalog.shopFor(regionId).currencyOf(regionId), 'USD', 'the prices are not shown yet')
  t.equal((await shopWithPrices(catalog, regionId)).currencyOf(regionId), 'EUR')
})

t.test('a generated shop is read completely, in both languages and another currency', async (t) => {
  const { catalog, warnings } = await openGenerated(t)
  const { id: regionId } = catalog.regionForCurrency('EUR')
  const shop = await shopWithPrices(catalog, regionId)
  t.equal(shop.cards({ limit: 1 }, { locale: 'en', regionId })?.count, PRODUCTS)
  t.equal(shop.currencyOf(regionId), 'EUR')
  const { products } = generatedContents(PRODUCTS)
  for (const { value: made } of products.values()) {
    const read = shop.product(made.handle, { locale: 'ru', regionId })
    t.match(
      read,
      { id: made.id, title: insertNbsp(made.words.ru.title, 'ru'), material: made.words.ru.material },
      made.handle,
    )
    t.equal(read?.variants.length, made.variants.length)
    t.ok(read?.variants.every((variant) => variant.calculated_price?.currency_code === 'EUR'))
  }
  t.same(warnings, [])
})

t.test('a full read shows changes, and one without changes keeps the shop object', async (t) => {
  const { medusa, catalog } = await openGenerated(t)
  const { version } = catalog.shop()
  const shown = catalog.shop()
  await catalog.refresh('all')
  t.equal(catalog.shop(), shown)
  medusa.change()
  await catalog.refresh('all')
  t.not(catalog.version, version)
  const [first] = [...generatedContents(1).products.values()]
  const { id: regionId } = catalog.regionFor('US')
  t.equal(catalog.shop().product(first?.value.handle ?? '', { locale: 'en', regionId })?.subtitle, 'No. 1')
})

t.test('a response that is not JSON is reported, and the next valid one is read', async (t) => {
  const medusa = createGeneratedMedusa(1)
  let isBroken = true
  const server = createServer((request, response) => {
    if (isBroken && request.url?.includes('calculated_price')) response.end('<html>')
    else medusa.server.emit('request', request, response)
  })
  const baseUrl = await listenLocally(t, server)
  const { catalog, close } = await openCatalog({ baseUrl, publishableKey: 'pk_any', dataDir: testFolder(t) })
  t.teardown(close)
  t.match(catalog.status().problem, /not JSON/)
  isBroken = false
  await catalog.refresh('all')
  t.equal(catalog.status().products, 1)
})

t.test('a closed worker thread restarts with the next response', async (t) => {
  const interpreter = createInterpreter()
  t.teardown(() => interpreter.close())
  const requested = { ids: ['prod_1'], known: undefined, readAt: 1 }
  const bytes = () => new TextEncoder().encode('{"products":[{"id":"prod_1","variants":[]}]}').buffer
  const [first] = await interpreter.toPrices({ answer: bytes(), unit: 'major' }, requested)
  await interpreter.close()
  const [second] = await interpreter.toPrices({ answer: bytes(), unit: 'major' }, requested)
  t.same(second, first)
  t.match(second, ['prod_1', { value: { lowest: null } }])
})
