import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import type { CommandResult } from '#test/server/cli/run-command.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { inDatabase } from '#test/support/databases.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { createShopFolder } from '#test/support/shop-folder.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { testFolder } from '#test/support/test-folder.ts'

t.setTimeout(2_700_000)

const EXAMPLE = join(import.meta.dirname, '../../../docs/examples/setup.yml')
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
const changed = samples.slice(0, 4)
const { path: shopFolder, build } = await createShopFolder(join(commerce.dataDir, 'setup-shop'), { isBuilt: false })
const folder = testFolder(t)
const answers = readFileSync(EXAMPLE, 'utf8').replace(
  'categories: keep, collections: keep',
  'categories: remove, collections: remove',
)
writeFileSync(join(folder, 'answers.yml'), answers)

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
  variants: string[]
}

interface ProductRow {
  handle: string
  collection_id: string | null
  categories: { id: string }[]
}

interface CategoryRow {
  id: string
  parent_category_id: string | null
}

async function readAll(): Promise<object> {
  const files = ['content/site.yml', 'content/en/ourStory.md', 'src/app/styles/tokens.css']
  const rows = await Promise.all(
    ['products?limit=200&fields=id,updated_at', 'product-categories?limit=200&fields=id', 'stores?fields=name'].map(
      async (path) => commerce.admin<object>(`/admin/${path}`),
    ),
  )
  return { files: files.map((name) => readFileSync(join(shopFolder, name), 'utf8')), rows }
}

t.test('answers with mistakes are refused with every mistake, and nothing is written', async (t) => {
  const broken = answers
    .replace('hello@aurelia.example', 'hello')
    .replace("gold: '#1f6f5c'", "gold: '#7fc8b2'")
    .replace('en/policies/terms-of-service.md', 'en/policies/terms.md')
  writeFileSync(join(folder, 'broken.yml'), broken)
  const before = await readAll()
  const { code, output } = await setup('--answers', join(folder, 'broken.yml'))
  t.equal(code, 1)
  for (const mistake of [
    /^broken\.yml, line \d+, column \d+, operator\.email: must be an email address/m,
    /^broken\.yml, line \d+, column \d+, colors\.light\.gold: #7fc8b2 has a contrast of 1\.8\d? : 1 on paper/m,
    /^broken\.yml, line \d+, column \d+, policies\.en\/policies\/terms\.md: there is no page content\/en/m,
    /^Mistakes: 3\. Nothing was written\.$/m,
  ])
    t.match(output, mistake)
  t.same(await readAll(), before)
})

t.test('a dry run lists the changes with their old and new values, and writes nothing', async (t) => {
  const before = await readAll()
  const { code, output } = await setup('--answers', join(folder, 'answers.yml'), '--dry-run')
  t.equal(code, 0, output)
  t.match(output, 'site.yml, brand: "Lumenite" → "Aurelia"')
  t.match(output, 'en/ourStory.md: Lumenite → Aurelia')
  t.match(output, 'en/policies/privacy-policy.md: [company name] → Aurelia Schmuck GmbH')
  t.match(output, 'colors.light.paper: #fbf8f3 → #f6f8f7')
  t.match(output, `Delete ${samples.length} sample products: `)
  t.match(output, /^Nothing was written\.$/m)
  t.same(await readAll(), before)
})

t.test('a merchant turns the sample shop into a shop of another brand', async (t) => {
  const own = { title: 'A ring of the merchant', handle: 'own-ring', options: [{ title: 'Metal', values: ['Gold'] }] }
  await commerce.admin('/admin/products', { method: 'POST', body: own })
  // A sample with a text, photo, price or number of variants of the merchant is the merchant's.
  const [named, shown, priced, added] = changed
  const change = async (path: string, body: object) =>
    commerce.admin(`/admin/products/${path}`, { method: 'POST', body })
  await change(named?.id ?? '', { title: 'Kept by the merchant' })
  await change(shown?.id ?? '', { images: [{ url: 'own-photo.jpg' }] })
  const price = { currency_code: 'eur', amount: 1234 }
  await change(`${priced?.id}/variants/${priced?.variants[0]}`, { prices: [price] })
  await change(`${added?.id}/variants/${added?.variants[0]}`, { sku: 'own-sku' })

  const { code, output } = await setup('--answers', join(folder, 'answers.yml'))
  t.equal(code, 0, output)
  t.match(
    output,
    /^content\/en\/blogs\/4\.metals\.md:31 “\/shop\/product\/pear-solitaire-ring”: no such product is sold\.$/m,
  )
  for (const { handle } of changed)
    t.match(output, `The sample product ${handle} has changed, so it is yours and stays.`)
  const removed = samples.slice(changed.length)
  for (const { handle } of removed) t.match(output, `deleted: ${handle}, `)
  const { products } = await commerce.admin<{ products: ProductRow[] }>(
    '/admin/products?limit=200&fields=handle,collection_id,*categories',
  )
  t.same(
    products.map(({ handle }) => handle).toSorted(),
    ['own-ring', ...changed.map(({ handle }) => handle)].toSorted(),
    'the own product and the changed ones stay',
  )
  t.match(
    (await commerce.admin<{ price_lists: object[] }>('/admin/price-lists?fields=id,status')).price_lists,
    [{ status: 'active' }],
    'the sale goes on for the changed product, which has prices in it',
  )
  const { product_categories: categories } = await commerce.admin<{ product_categories: CategoryRow[] }>(
    '/admin/product-categories?limit=200&fields=id,parent_category_id',
  )
  const filled = new Set(products.flatMap((product) => product.categories.map(({ id }) => id)))
  const parents = new Set(categories.map(({ parent_category_id: parent }) => parent))
  t.ok(
    categories.every(({ id }) => filled.has(id) || parents.has(id)),
    'no category is empty',
  )
  const { collections } = await commerce.admin<{ collections: { id: string }[] }>('/admin/collections?fields=id')
  t.ok(collections.every(({ id }) => products.some((product) => product.collection_id === id)))

  const before = await readAll()
  const again = await setup('--answers', join(folder, 'answers.yml'))
  t.equal(again.code, 0, again.output)
  t.match(again.output, 'Nothing to change: the shop is as answered.')
  t.same(await readAll(), before, 'running it again changes nothing')
})

t.test('shoppers see the new brand and its colors in both languages, and the products that stay', async (t) => {
  await build()
  const env = { ...shopEnvironment(commerce, 'setup-data'), PORT }
  const origin = await startShopProcess(t, { cwd: shopFolder, env }).ready()
  for (const locale of ['en', 'ru']) {
    const page = async (path: string) => (await fetch(`${origin}/${locale}${path}`)).text()
    const home = await page('')
    t.match(home, 'Aurelia')
    t.match(home, 'content="#f6f8f7"', 'the theme color')
    t.notMatch(home, 'Lumenite')
    t.notMatch(await page('/ourStory'), 'Lumenite')
  }
  const status = async (handle = '') => (await fetch(`${origin}/en/shop/product/${handle}`)).status
  t.same([await status(changed[0]?.handle), await status(samples.at(-1)?.handle)], [200, 404])
})
