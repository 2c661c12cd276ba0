import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

import { Client } from 'pg'
import t from 'tap'

import { startEmbeddedCommerce, type EmbeddedCommerce } from '#dev/embedded-commerce.ts'
import { removeDataFolder } from '#dev/postgres-home.ts'
import { testCommerceOptions } from '#test/support/commerce.ts'
import { inDatabase } from '#test/support/databases.ts'

const STOREFRONT_SECRET = 'a secret of thirty-two characters or so'
const options = testCommerceOptions('secrets')
const { dataDir } = options
const SECRETS = join(dataDir, 'commerce-secrets.json')
t.setTimeout(600_000)
t.teardown(() => removeDataFolder(dataDir))

async function staffCall({ medusaUrl }: EmbeddedCommerce, key: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  return (await fetch(`${medusaUrl}/admin/products?limit=1`, { headers: { authorization } })).status
}

/** @returns PostgreSQL's error code; undefined if the connection succeeds */
async function errorCodeOf(
  url: string,
  changes: Partial<Pick<URL, 'password' | 'pathname'>>,
): Promise<string | undefined> {
  const other = Object.assign(new URL(url), changes)
  const client = new Client(other.href)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.end()
  }
}

async function getAs(host: string, url: string, key: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(url, { headers: { host, 'x-publishable-api-key': key } }, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
    .on('error', reject)
    .end()
  return promise
}

t.test('another user of the machine gets no secret, and neither role reaches the database of the other', async (t) => {
  const commerce = await startEmbeddedCommerce(options)
  t.teardown(commerce.stop)
  t.equal(await staffCall(commerce, commerce.adminKey), 200)
  t.not(
    await errorCodeOf(commerce.shopDatabaseUrl, { password: '' }),
    undefined,
    'a connection without a password is refused',
  )
  t.equal(await errorCodeOf(commerce.shopDatabaseUrl, { password: 'postgres' }), '28P01')

  for (const [role, own, other] of [
    ['storefront', commerce.databaseUrl, commerce.shopDatabaseUrl],
    ['medusa', commerce.shopDatabaseUrl, commerce.databaseUrl],
  ] as const) {
    const [rights] = await inDatabase(
      own,
      'SELECT current_user::text AS name, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    )
    t.same(rights, { name: role, rolsuper: false, rolcreatedb: false, rolcreaterole: false })
    for (const pathname of [new URL(other).pathname, '/postgres', '/template1'])
      t.equal(await errorCodeOf(own, { pathname }), '42501', `${role} cannot open ${pathname}`)
  }

  const { password } = new URL(commerce.shopDatabaseUrl)
  const { stdout: commandLines } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  for (const secret of [password, commerce.adminKey])
    t.notOk(commandLines.includes(secret), 'nor is it in a command line')
  for (const file of ['commerce-secrets.json', 'running-shop.json'])
    t.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file)
  for (const log of ['postgres.log', 'prepare.log', 'medusa.log'])
    if (existsSync(join(dataDir, 'logs', log)))
      t.notOk(readFileSync(join(dataDir, 'logs', log), 'utf8').includes(password), log)

  const products = `${commerce.medusaUrl}/store/products?limit=1`
  t.equal(await getAs('127.0.0.1', products, commerce.publishableKey), 200)
  t.equal(await getAs('rebound.example', products, commerce.publishableKey), 421, 'nor a page by a domain of its own')
  const hook = await fetch(`${commerce.medusaUrl}/hooks/payment/anything`, { method: 'POST', body: '{}' })
  t.equal(hook.status, 404)
})

t.test('a data folder whose secrets were deleted gets new ones and keeps its data', async (t) => {
  const before = await startEmbeddedCommerce(options)
  await inDatabase(before.shopDatabaseUrl, `UPDATE store SET name = 'Her own shop'`)
  await inDatabase(before.databaseUrl, `CREATE TABLE her_own AS SELECT 1 AS row`)
  await before.stop()
  const { password: earlier } = new URL(before.shopDatabaseUrl)
  rmSync(SECRETS)

  const commerce = await startEmbeddedCommerce(options)
  t.teardown(commerce.stop)
  t.equal(await staffCall(commerce, before.adminKey), 401)
  t.equal(await staffCall(commerce, commerce.adminKey), 200)
  t.not(await errorCodeOf(commerce.shopDatabaseUrl, { password: '' }), undefined)
  t.equal(await errorCodeOf(commerce.shopDatabaseUrl, { password: earlier }), '28P01', 'the password is a new one')
  const client = new Client(commerce.shopDatabaseUrl)
  await client.connect()
  t.teardown(() => client.end())
  t.same((await client.query('SELECT name FROM store')).rows, [{ name: 'Her own shop' }])
  t.same((await client.query(`SELECT id FROM api_key WHERE type = 'secret'`)).rows.length, 1, 'one key is left')
  await inDatabase(commerce.databaseUrl, 'SELECT row FROM her_own')
})

t.test('Medusa does not start without a secret of its own, and names the setting', async (t) => {
  const own = 'the secret of Medusa, and of nobody else'
  t.match(openMedusaConfig({}), /MEDUSA_SECRET is not set/)
  t.match(
    openMedusaConfig({ SECRET: STOREFRONT_SECRET }),
    /MEDUSA_SECRET is not set/,
    'also where it has that of the storefront',
  )
  t.match(
    openMedusaConfig({ SECRET: STOREFRONT_SECRET, MEDUSA_SECRET: STOREFRONT_SECRET }),
    /MEDUSA_SECRET must be another one than SECRET/,
  )
  t.match(openMedusaConfig({ MEDUSA_SECRET: 'short' }), /at least 32/)
  const [jwt, cookies] = openMedusaConfig({ MEDUSA_SECRET: own }).trim().split(' ')
  t.equal(new Set([jwt, cookies, own]).size, 3, 'tokens and cookies are signed by two keys')
})

/** @returns Medusa's two keys, or the reason why it does not start */
function openMedusaConfig(env: Record<string, string>): string {
  const program = `
    const { default: config } = await import('./medusa-config.js')
    const { jwtSecret, cookieSecret } = config.projectConfig.http
    console.log(jwtSecret, cookieSecret)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: options.commerceDir,
    env: { PATH: process.env['PATH'], DATABASE_URL: 'postgres://127.0.0.1/none', ...env },
    encoding: 'utf8',
  })
  return stdout || stderr
}
