import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { isSignedWith, listenForSignals, type ReceivedSignal } from '#test/support/signal-listener.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

import { CATALOG_WRITES } from '../../commerce/src/storefront/catalog-writes.ts'

const commerce = await ownCommerce()
const storefront = await listenForSignals(t, commerce.storefrontPort)

interface AdminProduct {
  id: string
  variants: {
    id: string
    prices: { id: string; currency_code: string; amount: number }[]
    inventory_items: { inventory_item_id: string }[]
  }[]
}

async function productOf(handle: string): Promise<AdminProduct> {
  const fields = 'id,*variants,*variants.prices,*variants.inventory_items'
  const { products } = await commerce.admin<{ products: AdminProduct[] }>(
    `/admin/products?handle=${handle}&fields=${fields}`,
  )
  const [product] = products
  if (!product) throw new Error(`There is no ${handle}`)
  return product
}

const product = await productOf('round-halo-ring')
const [variant] = product.variants

function setPrices(change: number): Promise<unknown> {
  const prices = variant?.prices.map(({ id, currency_code, amount }) => ({
    id,
    currency_code,
    amount: amount + change,
  }))
  return commerce.admin(`/admin/products/${product.id}/variants/${variant?.id}`, { method: 'POST', body: { prices } })
}

/** Runs an action and returns its signal by the event. Those of earlier actions may still be on their way. */
async function signalNamed(event: string | RegExp, work: () => Promise<unknown>): Promise<ReceivedSignal> {
  const before = storefront.received.length
  await work()
  // Those about orders name no event.
  const isNamed = ({ body }: ReceivedSignal) => new RegExp(event).test(body.event)
  return until(() => storefront.received.slice(before).find(isNamed))
}

t.test('a price change in eight currencies sends one signed notification with one product', async (t) => {
  const before = storefront.received.length
  const signal = await storefront.signalOf(() => setPrices(5))
  t.equal(signal.path, '/api/_internal/catalog/refresh')
  t.ok(isSignedWith(commerce.secret, signal), 'the signature holds')
  t.notOk(isSignedWith('another secret', signal), 'and is of our secret alone')
  t.match(signal.body, { product_ids: [product.id], all: false, event: 'pricing.price.updated' })
  await storefront.signalOf(() =>
    commerce.admin(`/admin/products/${product.id}`, { method: 'POST', body: { subtitle: 'New' } }),
  )
  const ofPrices = storefront.received.slice(before).filter(({ body }) => body.event.startsWith('pricing.'))
  t.equal(ofPrices.length, 1, 'eight prices were one call')
})

t.test('a failed catalog notification is retried at most twice, in the background', async (t) => {
  storefront.answerWith(503)
  const first = await signalNamed(/pricing|variants/, () => setPrices(10))
  const attempts = () => storefront.received.filter(({ raw }) => raw === first.raw).length
  await until(() => attempts() === 3)
  storefront.answerWith(204)
  await storefront.signalOf(() =>
    commerce.admin(`/admin/products/${product.id}`, { method: 'POST', body: { subtitle: 'Newer' } }),
  )
  t.equal(attempts(), 3)
})

t.test('a changed translation notifies the storefront of its product', async (t) => {
  const path = `/admin/translations?reference_id=${product.id}&locale_code=ru-RU`
  const { translations } = await commerce.admin<{ translations: { id: string }[] }>(path)
  const update = [{ id: translations[0]?.id, translations: { title: 'Кольцо' } }]
  const signal = await signalNamed('translation.updated', () =>
    commerce.admin('/admin/translations/batch', { method: 'POST', body: { update } }),
  )
  t.match(signal.body, { product_ids: [product.id], all: false })
})

const post = (path: string, body: object) => commerce.admin(path, { method: 'POST', body })

async function idsOf(path: string): Promise<string[]> {
  const list = Object.values(await commerce.admin<Record<string, unknown>>(`/admin/${path}`)).find(Array.isArray)
  return (list as { id: string }[]).map(({ id }) => id)
}

const firstOf = async (path: string): Promise<string> => (await idsOf(path))[0] ?? ''

t.test(
  'every write of staff that changes the catalog notifies the storefront, also where Medusa fires no event',
  async (t) => {
    storefront.answerWith(204)
    const rename = async (path: string, body: object) => post(`/admin/${path}/${await firstOf(path)}`, body)
    const writes: Record<keyof typeof CATALOG_WRITES, () => Promise<unknown>> = {
      'api-keys': async () =>
        post(`/admin/api-keys/${await firstOf('api-keys?type=publishable')}/sales-channels`, {
          add: [await firstOf('sales-channels')],
        }),
      collections: () => rename('collections', { title: 'Renamed' }),
      'fulfillment-sets': async () =>
        post(`/admin/fulfillment-sets/${await setId()}/service-zones`, { name: 'Moon', geo_zones: [] }),
      'inventory-items': async () =>
        commerce.admin(`/admin/inventory-items/${variant?.inventory_items[0]?.inventory_item_id}`, {
          method: 'POST',
          body: { title: 'Renamed' },
        }),
      'price-lists/:id/prices': async () =>
        post(`/admin/price-lists/${await firstOf('price-lists')}/prices/batch`, {
          create: [{ variant_id: variant?.id, currency_code: 'usd', amount: 77 }],
        }),
      'price-lists': () => rename('price-lists', { status: 'draft' }),
      'price-preferences': () => rename('price-preferences', { is_tax_inclusive: true }),
      'product-categories': async () =>
        post(`/admin/product-categories/${await firstOf('product-categories')}/products`, { add: [product.id] }),
      'product-options': () => rename('product-options', { title: 'Renamed' }),
      'product-tags': () => rename('product-tags', { value: 'Renamed' }),
      'product-types': () => post('/admin/product-types', { value: 'Renamed' }),
      products: async () =>
        post(`/admin/products/${product.id}/variants/${variant?.id}/images/batch`, {
          remove: [await imageId()],
        }),
      regions: () => rename('regions', { name: 'Renamed' }),
      'sales-channels': async () =>
        post(`/admin/sales-channels/${await firstOf('sales-channels')}/products`, { remove: [product.id] }),
      'shipping-options': () => rename('shipping-options', { name: 'Renamed' }),
      'stock-locations': async () =>
        post(`/admin/stock-locations/${await firstOf('stock-locations')}/sales-channels`, {
          add: [await firstOf('sales-channels')],
        }),
      stores: () => rename('stores', { name: 'Renamed' }),
      'tax-rates': () => rename('tax-rates', { rate: 3 }),
      'tax-regions': async () =>
        commerce.admin(`/admin/tax-regions/${await firstOf('tax-regions?country_code=gb')}`, { method: 'DELETE' }),
      'translations/settings': async () => post('/admin/translations/settings/batch', { update: [] }),
    }
    t.same(Object.keys(writes), Object.keys(CATALOG_WRITES))
    for (const [route, write] of Object.entries(writes)) {
      const kind = CATALOG_WRITES[route]
      const all = kind === 'everything'
      const event = kind === 'events' ? /^[a-z-]+\./ : new RegExp(`^(POST|DELETE) /admin/${route}`)
      const signal = await signalNamed(event, write)
      t.match(signal.body, { all, product_ids: all ? [] : [product.id] }, route)
    }
  },
)

async function setId(): Promise<string> {
  const fields = 'id,fulfillment_sets.id'
  type Located = { stock_locations: { fulfillment_sets: { id: string }[] }[] }
  const { stock_locations: found } = await commerce.admin<Located>(`/admin/stock-locations?fields=${fields}`)
  return found[0]?.fulfillment_sets[0]?.id ?? ''
}

async function imageId(): Promise<string> {
  const path = `/admin/products/${product.id}/variants/${variant?.id}?fields=id,images.id`
  return (await commerce.admin<{ variant: { images: { id: string }[] } }>(path)).variant.images[0]?.id ?? ''
}

/** Below these paths of Medusa's Admin API no write changes what the storefront reads, or an event signals it. */
const UNRELATED = `campaigns claims customer-groups customers draft-orders exchanges fulfillments index invites layouts
  order-changes order-edits orders payment-collections payments promotions property-labels rbac refund-reasons
  reservations return-reasons returns search-indexes shipping-option-types shipping-profiles translations/batch uploads
  users views workflows-executions`.split(/\s+/)

t.test('whether a write of staff changes the catalog is known of every route of Medusa', (t) => {
  const folder = join(import.meta.dirname, '../../commerce/node_modules/@medusajs/medusa/dist/api/admin')
  const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('route.js') &&
        /exports\.(POST|PUT|PATCH|DELETE) =/.test(readFileSync(join(folder, file), 'utf8')),
    )
    .map((file) => file.replaceAll('\\', '/'))
  t.ok(routes.length > 150)
  const known = [...Object.keys(CATALOG_WRITES), ...UNRELATED]
  const isBelow = (file: string, route: string): boolean => file.startsWith(`${route.replace(':id', '[id]')}/`)
  t.same(
    routes.filter((file) => known.filter((route) => isBelow(file, route)).length === 0),
    [],
  )
  t.same(
    known.filter((route) => !routes.some((file) => isBelow(file, route))),
    [],
    'and each is a route',
  )
  t.end()
})

t.test('a price list that begins or ends by its date notifies the storefront', async (t) => {
  const soon = () => new Date(Date.now() + 2_000).toISOString()
  const lists = await idsOf('price-lists')
  for (const date of ['starts_at', 'ends_at']) {
    const isDate = ({ body }: { body: { event: string } }): boolean => body.event === 'price-list.date'
    const before = storefront.received.filter(isDate).length
    await post(`/admin/price-lists/${lists[0]}`, { status: 'active', [date]: soon() })
    await until(() => storefront.received.filter(isDate).length > before, 60_000)
    t.match(storefront.received.findLast(isDate)?.body, { all: true, product_ids: [] }, date)
  }
})

t.test('a deleted product reloads the whole catalog, since its rows can no longer be traced', async (t) => {
  // A product that was bought cannot be deleted, so this takes one that was never in stock.
  const { id } = await productOf('blue-cushion-solitaire-ring')
  const signal = await storefront.signalOf(() => commerce.admin(`/admin/products/${id}`, { method: 'DELETE' }))
  t.ok(signal.body.all || signal.body.product_ids.includes(id))
})

t.test('a product that the merchant creates without a shipping profile can be ordered', async (t) => {
  const body = { title: 'Harbour ring', options: [{ title: 'Size', values: ['6'] }] }
  const { product: created } = await commerce.admin<{ product: { id: string } }>('/admin/products', {
    method: 'POST',
    body,
  })
  const profile = await until(async () => {
    type Profiled = { product: { shipping_profile: { id: string } | null } }
    const read = await commerce.admin<Profiled>(`/admin/products/${created.id}?fields=id,shipping_profile.id`)
    return read.product.shipping_profile ?? undefined
  })
  t.match(profile.id, /^sp_/)
})
