import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { productLines, writeProducts, type Line } from '#test/server/cli/import/product-file.ts'
import type { CommandResult } from '#test/server/cli/run-command.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { inDatabase } from '#test/support/databases.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { createShopFolder } from '#test/support/shop-folder.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { testFolder } from '#test/support/test-folder.ts'

t.setTimeout(2_700_000)

const EXAMPLE = join(import.meta.dirname, '../../../docs/examples/setup.yml')
/** Of the samples that the shop of this test has. */
const MOST_VARIANTS = 4
const PORT = String(await freePort(0, 'PORT'))
const commerce = await startTestCommerce({ name: 'setup', storefrontUrl: `http://127.0.0.1:${PORT}` })
t.teardown(() => commerce.stop())
// Medusa needs some tenths of a second to delete a variant, and a ring has dozens.
await inDatabase(
  commerce.shopDatabaseUrl,
  `WITH large AS (SELECT product_id AS id FROM product_variant GROUP BY product_id HAVING count(*) > ${MOST_VARIANTS}),
     variants AS (UPDATE product_variant SET deleted_at = now() WHERE product_id IN (SELECT id FROM large))
   UPDATE product SET deleted_at = now() WHERE id IN (SELECT id FROM large)`,
)
const { products: samples } = await commerce.admin<{ products: Sample[] }>('/admin/storefront/samples')
const { path: shopFolder, build } = await createShopFolder(join(commerce.dataDir, 'setup-shop'), { isBuilt: false })
const folder = testFolder(t)
const lines = productLines(40, folder).map(withCurrencies)
const [first] = lines
writeProducts(join(folder, 'products.csv'), lines)
const answers = `${readFileSync(EXAMPLE, 'utf8')}\nimport: {file: products.csv}\n`
writeFileSync(join(folder, 'answers.yml'), answers)

/** Prices in the currencies of the answers. */
function withCurrencies({ price_eur = 0, price_usd = 0, ...line }: Line): Line {
  const others = Object.entries(line).filter(([column]) => !column.startsWith('price_'))
  return { ...Object.fromEntries(others), price_eur, price_usd, price_sek: Number(price_eur) * 11 }
}

/** Runs `npm run setup` in the copy of the project, for the running shop. */
async function setup(...args: string[]): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], DATA_DIR: commerce.dataDir }
  const program = join(shopFolder, 'src/dev/setup/setup-command.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: shopFolder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

interface Sample {
  id: string
  handle: string
  /** Ids. */
  variants: string[]
}

interface DeliveryPrice {
  id: string
  currency_code: string
  amount: number
  price_rules: { attribute: string; operator: string; value: string }[]
}

interface DeliveryRow {
  id: string
  name: string
  prices: DeliveryPrice[]
}

async function readDeliveryOptions(): Promise<DeliveryRow[]> {
  const fields = 'id,name,*prices,*prices.price_rules'
  const path = `/admin/shipping-options?limit=100&fields=${fields}`
  return (await commerce.admin<{ shipping_options: DeliveryRow[] }>(path)).shipping_options
}

/** Changes the standard delivery in euros, and adds a price from a total on and one in dollars. @returns its id */
async function addDeliveryPrices(): Promise<string> {
  const options = await readDeliveryOptions()
  const option = options.find(({ name, prices }) => name.startsWith('Standard') && prices[0]?.currency_code === 'eur')
  const prices = [
    ...(option?.prices ?? []).map(({ id, currency_code }) => ({ id, currency_code, amount: 9 })),
    { currency_code: 'eur', amount: 3, rules: [{ attribute: 'item_total', operator: 'gte', value: 100 }] },
    { currency_code: 'usd', amount: 17 },
  ]
  await commerce.admin(`/admin/shipping-options/${option?.id}`, { method: 'POST', body: { prices } })
  return option?.id ?? ''
}

async function deliveryPrices(id: string): Promise<string[]> {
  const option = (await readDeliveryOptions()).find((one) => one.id === id)
  return (option?.prices ?? [])
    .map(({ currency_code: currency, amount, price_rules: rules }) =>
      [currency, amount, ...rules.flatMap(({ attribute, operator, value }) => [attribute, operator, value])].join(' '),
    )
    .toSorted()
}

/** Everything that setup can write. */
async function readAll(): Promise<object> {
  const files = ['content/site.yml', 'content/en/ourStory.md', 'src/app/styles/tokens.css']
  const { products } = await commerce.admin<{ products: object[] }>('/admin/products?limit=200&fields=id,updated_at')
  const { regions } = await commerce.admin<{ regions: object[] }>('/admin/regions?limit=50&fields=*countries')
  const { shipping_options: options } = await commerce.admin<{ shipping_options: object[] }>(
    '/admin/shipping-options?limit=100&fields=id,name,metadata,*prices',
  )
  return { files: files.map((name) => readFileSync(join(shopFolder, name), 'utf8')), products, regions, options }
}

t.test('answers and products with mistakes are refused with every mistake, and nothing is written', async (t) => {
  const [one, two, three, ...rest] = lines
  writeProducts(join(folder, 'broken.csv'), [
    { ...one, price_eur: 'free' },
    { ...two, stock: -1 },
    { ...three, category: 'hats', sku: '' },
    ...rest,
  ])
  const broken = answers
    .replace('hello@aurelia.example', 'hello')
    .replace("gold: '#1f6f5c'", "gold: '#7fc8b2'")
    .replace('prices: {eur: 0, sek: 0, usd: 15}', 'prices: {eur: 0, usd: 15}')
    .replaceAll('products.csv', 'broken.csv')
  writeFileSync(join(folder, 'broken.yml'), broken)
  const before = await readAll()
  const { code, output } = await setup('--answers', join(folder, 'broken.yml'))
  t.equal(code, 1)
  for (const mistake of [
    /^broken\.yml, line \d+, column \d+, operator\.email: must be an email address/m,
    /^broken\.yml, line \d+, column \d+, colors\.light\.gold: #7fc8b2 has a contrast of 1\.8\d? : 1 on paper/m,
    /^broken\.yml, line \d+, column \d+, delivery\.options\.0\.prices: "Standard delivery" has no price in sek$/m,
    /^broken\.csv, line 2, column \w+ "price_eur": "free" is no price\./m,
    /^broken\.csv, line 3, column \w+ "stock": "-1" is no stock\./m,
    /^broken\.csv, line 4, column \w+ "category": this differs from line 2 of the same product\./m,
    /^broken\.csv, line 4, column \w+ "sku": the SKU is missing\./m,
    /mistakes\. Nothing was written\.$/m,
  ])
    t.match(output, mistake)
  t.same(await readAll(), before)
})

t.test('a dry run lists the changes and writes nothing', async (t) => {
  const before = await readAll()
  const { code, output } = await setup('--answers', join(folder, 'answers.yml'), '--dry-run')
  t.equal(code, 0, output)
  t.match(output, 'site.yml, brand: "Lumenite" → "Aurelia"')
  t.match(output, 'Create the region Sweden: SEK, SE, prices contain tax')
  t.match(output, `Delete ${samples.length} sample products`)
  t.match(output, '40 products to create, 0 to change, 0 unchanged')
  t.same(await readAll(), before)
})

t.test('a merchant turns the sample shop into a shop of another brand', async (t) => {
  const own = { title: 'A ring of the merchant', handle: 'own-ring', options: [{ title: 'Metal', values: ['Gold'] }] }
  await commerce.admin('/admin/products', { method: 'POST', body: own })
  // A sample with a text, photo, price or number of variants of the merchant is the merchant's.
  const changed = samples.slice(0, 4)
  const [named, shown, priced, added] = changed
  const change = async (path: string, body: object) =>
    commerce.admin(`/admin/products/${path}`, { method: 'POST', body })
  await change(named?.id ?? '', { title: 'Kept by the merchant' })
  await change(shown?.id ?? '', { images: [{ url: 'own-photo.jpg' }] })
  const price = { currency_code: 'eur', amount: 1234 }
  await change(`${priced?.id}/variants/${priced?.variants[0]}`, { prices: [price] })
  await change(`${added?.id}/variants/${added?.variants[0]}`, { sku: 'own-sku' })

  const standard = await addDeliveryPrices()

  const { code, output } = await setup('--answers', join(folder, 'answers.yml'))
  t.equal(code, 0, output)
  t.match(output, /^Content: \d+ documents, all in order$/m)
  for (const { handle } of changed)
    t.match(output, `The sample product ${handle} has changed, so it is yours and stays.`)
  const left = await commerce.admin<{ products: { handle: string }[] }>('/admin/products?limit=200&fields=handle')
  const handles = new Set(left.products.map(({ handle }) => handle))
  t.equal(handles.size, 45, 'those of the file, the own one and the changed ones')
  t.ok(['own-ring', ...changed.map(({ handle }) => handle)].every((handle) => handles.has(handle)))
  t.notOk(samples.slice(4).some(({ handle }) => handles.has(handle)))
  t.match(
    (await commerce.admin<{ price_lists: object[] }>('/admin/price-lists?fields=id,status')).price_lists,
    [{ status: 'active' }],
    'the sale goes on for the changed product, which has prices in it',
  )

  t.same(
    await deliveryPrices(standard),
    ['eur 0', 'eur 3 item_total gte 100', 'usd 17'],
    'only the price that was answered has changed',
  )

  const before = await readAll()
  const again = await setup('--answers', join(folder, 'answers.yml'))
  t.equal(again.code, 0, again.output)
  t.match(again.output, 'Nothing to change: the shop is as answered.')
  t.same(await readAll(), before, 'running it again changes nothing')
})

t.test('shoppers see the new brand, its colors and its products in both languages, and buy one', async (t) => {
  await build()
  const env = { ...shopEnvironment(commerce, 'setup-data'), PORT }
  const origin = await startShopProcess(t, { cwd: shopFolder, env }).ready()
  const page = async (path: string) => (await fetch(`${origin}${path}`)).text()
  const handle = String(first?.['handle'])
  for (const [locale, title] of [
    ['en', first?.['title_en']],
    ['ru', first?.['title_ru']],
  ]) {
    const home = await page(`/${locale}`)
    t.match(home, 'Aurelia')
    t.match(home, 'content="#f6f8f7"', 'the theme color')
    t.notMatch(home, 'Lumenite')
    t.notMatch(await page(`/${locale}/ourStory`), 'Lumenite')
    const pattern = String(title).replaceAll(/[^\p{L}\p{N}]+/gu, '[^<]{1,8}')
    t.match(await page(`/${locale}/shop/product/${handle}`), new RegExp(pattern, 'u'))
  }
  const { product } = (await (await fetch(`${origin}/api/products/handle/${handle}`)).json()) as {
    product: { variants: { id: string }[] }
  }
  const shopper = createHttpShopper()
  const call = async (...request: Parameters<typeof shopper.call> extends [string, ...infer Rest] ? Rest : never) =>
    shopper.call(origin, ...request)
  const cart = await readyCart(call, { variantId: product.variants[0]?.id ?? '', email: 'anna@shopper.example' })
  t.equal(cart.currency_code, 'EUR')
  const { status, body } = await call('POST', `/api/carts/${cart.id}/complete`, {})
  t.equal(status, 200, JSON.stringify(body))
  t.equal((body as OrderAnswer).order.items.length, 1)
})
