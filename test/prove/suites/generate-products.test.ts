import { join } from 'node:path'

import t from 'tap'

import { generateProducts } from '#dev/generate-products.ts'
import { deriveKey } from '#server/keys.ts'
import { startTestCommerce, testCommerceOptions } from '#test/support/commerce.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { isSignedWith, listenForSignals } from '#test/support/signal-listener.ts'

const storefront = await listenForSignals(t)
const commerce = await startTestCommerce({ name: 'generate' })
t.teardown(commerce.stop)

function generate(products: number, onProgress: (done: number) => void = () => {}): Promise<void> {
  return generateProducts({
    commerceDir: testCommerceOptions('generate').commerceDir,
    databaseUrl: commerce.shopDatabaseUrl,
    logs: join(commerce.dataDir, 'logs'),
    storefront: { url: storefront.url, signingKey: deriveKey(commerce.secret, 'backend-calls') },
    products,
    onProgress,
  })
}

t.test('an operator adds products to the running shop and sees the progress', async (t) => {
  const progress: number[] = []
  const signal = await storefront.signalOf(() => generate(60, (done) => progress.push(done)))
  t.same(progress, [50, 60])
  t.ok(isSignedWith(commerce.secret, signal))
  t.same(
    signal.body,
    { product_ids: [], all: true, event: 'products.generated' },
    'the storefront is notified once, at the end',
  )
  t.equal(storefront.received.length, 1)
})

t.test('generated products have both languages, stock and sale prices', async (t) => {
  const shop = await readShop(commerce)
  const generated = (await shop.products('jpy', 'ru-RU')).filter(
    ({ handle }) => handle.startsWith('aurora-') || handle.startsWith('vera-'),
  )
  t.equal(generated.length, 60)
  for (const { handle, title, variants, categories, images } of generated) {
    t.match(title, /[а-я].*«(Аврора|Вера)»/i, handle)
    t.equal(categories.length, 2)
    t.ok(images.length > 0 && variants.length > 0)
    for (const { sku, calculated_price: price, inventory_quantity } of variants) {
      t.equal(price.calculated_amount * 5, price.original_amount * 3, sku)
      t.ok(inventory_quantity >= 0)
    }
  }
})

t.test('an operator who adds more products gets different ones', async (t) => {
  await generate(10)
  const { count } = await commerce.admin<{ count: number }>('/admin/products?limit=1')
  t.equal(count, 36 + 60 + 10)
})
