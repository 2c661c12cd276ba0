import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'

import { startEmbeddedCommerce } from '#dev/embedded-commerce.ts'
import { removeDataFolder } from '#dev/postgres-home.ts'
import { runCommand, type CommandResult } from '#test/server/cli/run-command.ts'
import { buildShopServer, listProducts } from '#test/server/shop-server.ts'
import { superuserOf, TEST_SECRET, testCommerceOptions, withCalls } from '#test/support/commerce.ts'
import { inDatabase } from '#test/support/databases.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { reportPlaced } from '#test/support/orders.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

type Env = Record<string, string>

const EMAIL = 'ada@shopper.example'
const folder = mkdtempSync(join(tmpdir(), 'lumenite-backup-'))
// Seeds a shop, and starts two databases and four Medusas.
t.setTimeout(1_800_000)
t.teardown(() => rmSync(folder, { recursive: true }))

t.test('a stopped shop with the embedded database is restored on an empty machine', async (t) => {
  const shop = await openShop(t, 'embedded', {})
  t.match(await backup(shop.env), { code: 1, output: /^Another start .* already uses the data folder/ })
  await shop.stop()
  const { code, output, path } = await backup(shop.env)
  t.equal(code, 0, output)
  removeDataFolder(shop.env.DATA_DIR)

  const target = targetOf(t, 'embedded', {})
  t.match(await restore(path, target), { code: 0 })
  await assertRestored(t, target, shop)
  t.match(await restore(path, target, '--force'), { code: 0 })
  await assertRestored(t, target, shop)
})

t.test('a shop on a database server is backed up while it runs, and restored to empty databases', async (t) => {
  // pg_dump refuses a newer server, so the server is that of the installed package.
  const [programs] = globSync('/usr/lib/postgresql/*/bin').filter((path) => existsSync(join(path, 'postgres')))
  if (!programs) throw new Error('This proof needs pg_dump and a server of its version: apt install postgresql')
  const server = await startPostgresServer(t, 'backup-databases', programs)
  const shop = await openShop(t, 'server', await makeDatabases(server.url, 'shop'))
  const { code, output, path } = await backup(shop.env)
  t.equal(code, 0, output)
  await shop.stop()
  removeDataFolder(shop.env.DATA_DIR)

  const target = targetOf(t, 'server', await makeDatabases(server.url, 'restored'))
  t.match(await restore(path, target), { code: 0 })
  t.match(await restore(path, target), { code: 1, output: /already holds a shop/ })
  rmSync(target.DATA_DIR, { recursive: true })
  t.match(await restore(path, target), { code: 1, output: /restored_storefront already has \d+ tables\. .* --force/ })
  t.match(await restore(path, target, '--force'), { code: 0 })
  await assertRestored(t, target, shop)

  await t.test('a database is replaced as a whole, and what it held is kept if that fails', async (t) => {
    const { DATABASE_URL: url = '' }: Env = target
    const tables = async () =>
      inDatabase(url, "SELECT schemaname, tablename FROM pg_tables WHERE schemaname !~ '^pg_' ORDER BY 1, 2")
    const before = await tables()
    await inDatabase(url, 'CREATE TABLE storefront.newer ()')
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const refusing = 'case "$*" in *--dbname*) echo refused >&2; exit 1;; esac; PATH=${PATH#*:} exec pg_restore "$@"'
    writeFileSync(join(bin, 'pg_restore'), `#!/bin/sh\n${refusing}\n`, { mode: 0o700 })
    const refused = await restore(path, { ...target, PATH: `${bin}:${process.env['PATH']}` }, '--force')
    const [, previous = ''] =
      /^pg_restore failed: refused\nWhat the database held before is in (\S+)\.\n$/.exec(refused.output) ?? []
    t.ok(existsSync(previous), refused.output)

    t.match(await restore(path, target, '--force'), { code: 0 })
    t.same(await tables(), before)
    t.ok(existsSync(previous), 'a later restore keeps it')

    const dump = join(path, 'commerce.dump')
    writeFileSync(dump, readFileSync(dump).subarray(0, -1000))
    t.match(await restore(path, target, '--force'), { code: 1, output: /^pg_restore failed: / })
    t.same(await tables(), before)
  })
})

async function backup(env: Env): Promise<CommandResult & { path: string }> {
  const result = await runCommand('../../dev/backup/backup-command.ts', ['--to', folder], env)
  return { ...result, path: /^(\S+) is complete/m.exec(result.output)?.[1] ?? '' }
}

async function restore(path: string, env: Env, ...args: string[]): Promise<CommandResult> {
  return runCommand('../../dev/backup/restore-command.ts', [path, ...args], env)
}

function targetOf(t: Test, name: string, databases: Env) {
  const env = { ...databases, DATA_DIR: join(folder, name), CONTENT_DIR: join(folder, `${name}-content`) }
  t.teardown(() => removeDataFolder(env.DATA_DIR))
  return env
}

async function makeDatabases(server: string, name: string): Promise<Env> {
  const urls: string[] = []
  for (const role of [`${name}_storefront`, `${name}_commerce`]) {
    await inDatabase(server, `CREATE ROLE ${role} LOGIN PASSWORD 'pass/word'`)
    await inDatabase(server, `CREATE DATABASE ${role} OWNER ${role}`)
    urls.push(Object.assign(new URL(server), { pathname: role, username: role, password: 'pass/word' }).href)
  }
  const [DATABASE_URL = '', COMMERCE_DATABASE_URL = ''] = urls
  return { DATABASE_URL, COMMERCE_DATABASE_URL }
}

async function openShop(t: Test, name: string, databases: Env) {
  const options = { ...testCommerceOptions(`backup-${name}`), databaseUrl: databases['COMMERCE_DATABASE_URL'] }
  const { dataDir } = options
  t.teardown(() => removeDataFolder(dataDir))
  const { stop: stopCommerce, ...facts } = await startEmbeddedCommerce(options)
  const databaseUrl = databases['DATABASE_URL'] ?? facts.databaseUrl
  const commerce = withCalls({
    ...facts,
    databaseUrl,
    superuserUrl: superuserOf(databaseUrl, dataDir),
    secret: TEST_SECRET,
    dataDir,
  })
  const app = await buildShopServer(commerce)
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await app.close()
    await stopCommerce()
  }
  t.teardown(stop)
  writeFileSync(join(dataDir, 'secret'), TEST_SECRET)
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads/ring.webp'), 'a picture')

  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const [ring = '', studs = ''] = await listProducts(commerce, 3)
  const cartOf = async (caller: ReturnType<typeof createHttpShopper>, email: string) =>
    readyCart((method, path, body) => caller.call(origin, method, path, body), { variantId: ring, email })
  const shopper = createHttpShopper()
  const { id: cartId } = await cartOf(shopper, EMAIL)

  const buyer = createHttpShopper()
  const cart = await cartOf(buyer, 'buyer@shopper.example')
  const { body } = await buyer.call(origin, 'POST', `/api/carts/${cart.id}/complete`)
  const { order } = body as { order: { id: string; number: string } }
  await reportPlaced(commerce, origin, order.id)
  const orderToken = await tokenOf(app, 'order-placed', 'buyer@shopper.example')

  const subscribe = (email: string) => createHttpShopper().call(origin, 'POST', '/api/email-subscribe', { email })
  await subscribe('waiting@shopper.example')
  const confirmToken = await tokenOf(app, 'confirm-subscription', 'waiting@shopper.example')
  await subscribe('joined@shopper.example')
  const joining = { token: await tokenOf(app, 'confirm-subscription', 'joined@shopper.example') }
  await createHttpShopper().call(origin, 'POST', '/api/email-subscribe/confirm', joining)
  const unsubscribeToken = await tokenOf(app, 'welcome', 'joined@shopper.example')

  const customer = createHttpShopper()
  await customer.call(origin, 'POST', '/api/account/sign-in-link', { email: 'customer@shopper.example' })
  const token = await tokenOf(app, 'account-link', 'customer@shopper.example')
  await customer.call(origin, 'POST', '/api/account/sign-in-link/use', { token })
  t.equal((await customer.call(origin, 'GET', '/api/account/me')).status, 200)

  const env = { ...databases, DATA_DIR: dataDir }
  return { env, stop, ring, studs, shopper, cartId, order, orderToken, confirmToken, unsubscribeToken, customer }
}

async function assertRestored(t: Test, env: Env, shop: Awaited<ReturnType<typeof openShop>>): Promise<void> {
  const { shopper, cartId, ring, studs, order, customer } = shop
  t.equal(readFileSync(join(env['DATA_DIR'] ?? '', 'uploads/ring.webp'), 'utf8'), 'a picture')
  const server = startShopProcess(t, {
    env: { ...env, PORT: '0', COMMERCE_PORT: '0', COMMERCE_DATABASE_PORT: '0', LOG_LEVEL: 'error' },
  })
  const url = await server.ready()

  const found = await shopper.call(url, 'GET', `/api/carts/${cartId}`)
  t.match(found, { status: 200, body: { cart: { email: EMAIL, items: [{ variant_id: ring }] } } })
  const item = { variant_id: studs, quantity: 1 }
  const more = await shopper.call(url, 'POST', `/api/carts/${cartId}/line-items`, item)
  t.match(more, { body: { cart: { items: { length: 2 } } } }, 'the shopper adds to the cart')

  const opened = await createHttpShopper().call(url, 'POST', '/api/orders/open', { token: shop.orderToken })
  t.match(opened, { status: 200, body: { order: { id: order.id, email: 'buyer@shopper.example' } } })

  const joining = { token: shop.confirmToken }
  t.match(await createHttpShopper().call(url, 'POST', '/api/email-subscribe/confirm', joining), { status: 200 })
  const left = await fetch(`${url}/api/email-subscribe/unsubscribe?token=${shop.unsubscribeToken}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  t.same([left.status, await left.json()], [200, { done: true }])

  // A dump has no sessions. The data folder of the embedded database is copied as it is.
  const { status } = await customer.call(url, 'GET', '/api/account/me')
  t.equal(status, env['DATABASE_URL'] ? 401 : 200)
  await server.stop()
}

async function tokenOf(app: FastifyInstance, name: string, to: string): Promise<string> {
  const email = await until(async () => (await queuedEmails(app, name, to)).at(-1))
  const [, token = ''] = /[?&]token=([\w.-]+)/.exec(email) ?? []
  return token
}

async function queuedEmails({ database }: FastifyInstance, name: string, to: string): Promise<string[]> {
  const rows = await database.query<{ data: object }>(
    "SELECT data FROM storefront_jobs.job WHERE data->'letter'->>'name' = $1 AND data->>'to' = $2",
    [name, to],
  )
  return rows.map(({ data }) => JSON.stringify(data))
}
