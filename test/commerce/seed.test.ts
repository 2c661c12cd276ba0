import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import t from 'tap'

import { SEEDED, testCommerceOptions } from '#test/support/commerce.ts'
import { createDatabaseBeside, inDatabase } from '#test/support/databases.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

/** The commands of the services `prepare` and `seed`. */
const KEYS = 'bin/run-script.ts keys.js'
const SEED = 'bin/run-script.ts seed.js'

t.setTimeout(900_000)
const commerce = await ownCommerce()

async function run(databaseUrl: string, command: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, command.split(' '), {
    cwd: testCommerceOptions('seed').commerceDir,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      MEDUSA_DISABLE_TELEMETRY: '1',
      DATABASE_URL: databaseUrl,
      MEDUSA_SECRET: 'a secret of thirty-two characters or so',
      MEDUSA_PUBLISHABLE_KEY: 'pk_of_the_operator',
      MEDUSA_ADMIN_KEY: 'sk_of_the_operator',
      ...env,
    },
  })
  return stdout
}

async function shopIn(databaseUrl: string) {
  const [products, store, currencies, keys, regions] = await Promise.all([
    inDatabase(databaseUrl, 'SELECT handle, status FROM product WHERE deleted_at IS NULL ORDER BY handle'),
    inDatabase(databaseUrl, 'SELECT name, metadata FROM store'),
    inDatabase(databaseUrl, 'SELECT currency_code, is_default FROM store_currency WHERE deleted_at IS NULL ORDER BY 1'),
    inDatabase(databaseUrl, 'SELECT id, token, title, revoked_at FROM api_key WHERE deleted_at IS NULL ORDER BY id'),
    inDatabase(databaseUrl, 'SELECT name, currency_code FROM region WHERE deleted_at IS NULL ORDER BY 2'),
  ])
  return { products, store, currencies, keys, regions }
}

t.test("an operator's changes of the sample shop survive the next version and another seed", async (t) => {
  const url = commerce.shopDatabaseUrl
  const { products } = await commerce.admin<{ products: { id: string; handle: string }[] }>('/admin/products?limit=1')
  await commerce.admin(`/admin/products/${products[0]?.id}`, { method: 'DELETE' })
  const { stores } = await commerce.admin<{ stores: { id: string }[] }>('/admin/stores')
  await commerce.admin(`/admin/stores/${stores[0]?.id}`, {
    method: 'POST',
    body: {
      name: 'Her own shop',
      supported_currencies: [{ currency_code: 'sek', is_default: true }, { currency_code: 'usd' }],
    },
  })
  const { regions } = await commerce.admin<{ regions: { id: string }[] }>('/admin/regions?limit=1')
  await commerce.admin(`/admin/regions/${regions[0]?.id}`, { method: 'DELETE' })
  const keys = { MEDUSA_PUBLISHABLE_KEY: commerce.publishableKey, MEDUSA_ADMIN_KEY: commerce.adminKey }
  const before = await shopIn(url)
  t.equal(before.products.length, 35)

  await run(url, KEYS, keys)
  t.same(await shopIn(url), before, 'starting the next version changes nothing')
  t.match(await run(url, SEED, keys), /Nothing is changed/)
  t.same(await shopIn(url), before, 'and neither does seeding')
  const { products: seen } = await commerce.admin<{ products: unknown[] }>('/admin/products?limit=1')
  t.equal(seen.length, 1, 'her first key opens the staff API as before')
})

t.test('an operator with an existing shop gets the missing keys and no sample shop', async (t) => {
  const own = await createDatabaseBeside(
    commerce.superuserUrl,
    commerce.shopDatabaseUrl,
    `own_shop_${process.pid}`,
    SEEDED,
  )
  t.teardown(own.drop)
  // Removes every sign that these products and regions came from the seed.
  await inDatabase(own.url, `UPDATE store SET name = 'Her own shop', metadata = NULL`)
  await inDatabase(own.url, `DELETE FROM product_category WHERE parent_category_id IS NOT NULL`)
  const before = await shopIn(own.url)
  await run(own.url, KEYS)
  const withKeys = await shopIn(own.url)
  t.equal(withKeys.keys.length, before.keys.length + 2)
  t.match(JSON.stringify(withKeys.keys), 'pk_of_the_operator')
  t.same({ ...withKeys, keys: [] }, { ...before, keys: [] })

  await inDatabase(own.url, `UPDATE api_key SET revoked_at = now() WHERE type = 'secret'`)
  const revoked = await shopIn(own.url)
  t.match(await run(own.url, SEED), /already, so the sample shop is not added/)
  t.same(await shopIn(own.url), revoked, 'and a key that was revoked stays revoked')
})
