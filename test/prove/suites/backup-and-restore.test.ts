import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import t from 'tap'

import { removeDataFolder } from '#dev/postgres-home.ts'
import { readArchive } from '#server/cli/backup/archive-file.ts'
import { runCommand, type CommandResult } from '#test/server/cli/run-command.ts'
import { buildShopServer, listProducts } from '#test/server/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { until } from '#test/support/until.ts'

const KEY = 'a key of archives with more than thirty-two characters'
const EMAIL = 'ada@shopper.example'
const SESSIONS = 'storefront/storefront.customer_sessions'
const folder = mkdtempSync(join(tmpdir(), 'lumenite-backup-'))
const archive = join(folder, 'shop.backup')
const restored = { DATA_DIR: join(folder, 'restored'), CONTENT_DIR: join(folder, 'content') }
// Starts four databases and two Medusas one after the other.
t.setTimeout(1_800_000)
t.teardown(() => {
  removeDataFolder(restored.DATA_DIR)
  rmSync(folder, { recursive: true, force: true })
})

const restore = (...args: string[]): Promise<CommandResult> => restoreTo(restored, ...args)

async function restoreTo(env: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  return runCommand('backup/restore-command.ts', args, { BACKUP_KEY: KEY, ...env })
}

// A shop with a cart, an order and two subscriptions, which is backed up while it runs and then destroyed.
const commerce = await startTestCommerce({ name: 'backup' })
let isLost = false
t.teardown(destroy)
const { dataDir } = commerce
writeFileSync(join(dataDir, 'secret'), commerce.secret)
mkdirSync(join(dataDir, 'uploads'))
writeFileSync(join(dataDir, 'uploads/ring.webp'), 'a picture')
const source = {
  DATA_DIR: dataDir,
  DATABASE_URL: commerce.databaseUrl,
  COMMERCE_DATABASE_URL: commerce.shopDatabaseUrl,
}
const app = await buildShopServer(commerce)
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const [ring = '', studs = ''] = await listProducts(commerce, 3)

const shopper = createHttpShopper()
const { id: cartId } = await readyCart((method, path, body) => shopper.call(origin, method, path, body), {
  variantId: ring,
  email: EMAIL,
})
const order = await buy()
await subscribe('waiting@shopper.example')
const confirmToken = await tokenOf('confirm-subscription', 'waiting@shopper.example')
await subscribe('joined@shopper.example')
const joining = { token: await tokenOf('confirm-subscription', 'joined@shopper.example') }
await createHttpShopper().call(origin, 'POST', '/api/email-subscribe/confirm', joining)
const unsubscribeToken = await tokenOf('welcome', 'joined@shopper.example')
const customer = createHttpShopper()
await customer.call(origin, 'POST', '/api/account/sign-in-link', { email: 'customer@shopper.example' })
const signInToken = await tokenOf('account-link', 'customer@shopper.example')
await customer.call(origin, 'POST', '/api/account/sign-in-link/use', { token: signInToken })

t.test('an operator backs up the running shop to one encrypted file that only its owner can read', async (t) => {
  const { code, output } = await runCommand('backup/backup-command.ts', ['--to', archive], {
    ...source,
    BACKUP_KEY: KEY,
  })
  t.equal(code, 0, output)
  t.match(output, /database of the commerce: 1\d\d tables\n.*shop\.backup is complete: [\d.]+ MB\n$/s)
  t.equal(statSync(archive).mode & 0o777, 0o600)
  t.same(readdirSync(folder), ['shop.backup'], 'nothing unfinished is left')
  t.notMatch(readFileSync(archive, 'latin1'), EMAIL)
})

t.test('a backup that cannot be made leaves nothing and says why', async (t) => {
  const { code, output } = await runCommand('backup/backup-command.ts', ['--to', archive], source)
  t.equal(code, 1)
  t.match(output, /shop\.backup exists\. Remove it, or choose another name with --to\.\n$/)
  const lost = { ...source, COMMERCE_DATABASE_URL: 'postgres://127.0.0.1:9/none' }
  t.match(await runCommand('backup/backup-command.ts', ['--to', join(folder, 'other.backup')], lost), {
    code: 1,
    output:
      'The database none on 127.0.0.1:9 does not answer (ECONNREFUSED). Start it, or correct DATABASE_URL or COMMERCE_DATABASE_URL.\n',
  })
  t.same(readdirSync(folder), ['shop.backup'])
})

t.test('an operator is told that a restore would replace a shop', async (t) => {
  t.match(await restoreTo({ ...source, CONTENT_DIR: restored.CONTENT_DIR }, archive), {
    code: 1,
    output: /The data folder already holds a shop: .*secret exists\. .* replace that shop with --force\.\n$/,
  })
  const onlyDatabases = { ...source, ...restored }
  t.match(await restoreTo(onlyDatabases, archive), {
    code: 1,
    output: /The database \S+ already has 1\d\d tables of the commerce\. .* --force\.\n$/,
  })
  t.same(readdirSync(folder), ['shop.backup'], 'nothing was written')
  const { status } = await shopper.call(origin, 'GET', `/api/carts/${cartId}`)
  t.equal(status, 200, 'and the shop still sells')
})

t.test('a wrong key and a damaged archive are refused before anything is written', async (t) => {
  const wrong = 'another key with more than thirty-two characters'
  t.match(await restoreTo({ ...restored, BACKUP_KEY: wrong }, archive), {
    code: 1,
    output: /^The key does not fit .*shop\.backup\. Use the BACKUP_KEY with which it was made\.\n$/,
  })
  t.match(await restoreTo({ ...restored, BACKUP_KEY: '' }, archive), {
    code: 1,
    output: /is encrypted\. Set BACKUP_KEY/,
  })
  const damaged = join(folder, 'damaged.backup')
  const { size } = statSync(archive)
  for (const length of [size - 1, size - 1_048_592, 100]) {
    await copyFile(archive, damaged)
    truncateSync(damaged, length)
    t.match(
      await restore(damaged),
      { code: 1, output: /damaged or incomplete|is not a backup of this shop/ },
      `${length} bytes`,
    )
  }
  const bytes = readFileSync(archive)
  bytes[Math.floor(size / 2)] = (bytes[Math.floor(size / 2)] ?? 0) ^ 1
  writeFileSync(damaged, bytes)
  t.match(await restore(damaged), { code: 1, output: /damaged or incomplete/ }, 'one bit')
  rmSync(damaged)
  t.match(await restore(join(folder, 'none.backup')), { code: 1, output: /none\.backup cannot be read \(ENOENT\)/ })
  t.same(readdirSync(folder), ['shop.backup'])
})

t.test('after the machine is lost, the restored shop has everything', async (t) => {
  await destroy()
  t.notOk(existsSync(dataDir))

  const first = await restore(archive)
  t.equal(first.code, 0, first.output)
  t.equal(readFileSync(join(restored.DATA_DIR, 'uploads/ring.webp'), 'utf8'), 'a picture')
  t.ok(existsSync(join(restored.CONTENT_DIR, 'site.yml')))
  t.match(await restore(archive), { code: 1, output: /already holds a shop/ }, 'a second time is refused')

  await t.test('a backup of it is the same, table by table', async (t) => {
    const again = join(folder, 'again.backup')
    const second = await runCommand('backup/backup-command.ts', ['--to', again], { ...restored, BACKUP_KEY: KEY })
    t.equal(second.code, 0, second.output)
    const before = await entriesOf(archive)
    t.equal(before[SESSIONS]?.filter(Boolean).length, 1)
    t.same(await entriesOf(again), { ...before, [SESSIONS]: [''] }, 'only the sessions of customers are not restored')
  })

  const shop = startShopProcess(t, {
    env: { ...restored, PORT: '0', COMMERCE_PORT: '0', COMMERCE_DATABASE_PORT: '0', LOG_LEVEL: 'error' },
  })
  const url = await shop.ready()

  await t.test('the shopper finds the cart', async (t) => {
    const { status, body } = await shopper.call(url, 'GET', `/api/carts/${cartId}`)
    t.match(
      { status, body },
      { status: 200, body: { cart: { id: cartId, email: EMAIL, items: [{ variant_id: ring }] } } },
    )
    const { body: more } = await shopper.call(url, 'POST', `/api/carts/${cartId}/line-items`, {
      variant_id: studs,
      quantity: 1,
    })
    t.match(more, { cart: { items: { length: 2 } } }, 'and adds to it')
  })

  await t.test('a customer signs in again, because the session may have ended after the backup', async (t) => {
    t.equal((await customer.call(url, 'GET', '/api/account/me')).status, 401)
  })

  await t.test('a guest opens the order by the link in the email, and by its number', async (t) => {
    const opened = await createHttpShopper().call(url, 'POST', '/api/orders/open', { token: order.token })
    t.match(opened, { status: 200, body: { order: { id: order.id, email: 'buyer@shopper.example' } } })
    const found = await createHttpShopper().call(url, 'POST', '/api/orders/find', {
      number: order.number,
      email: 'buyer@shopper.example',
    })
    t.match(found, { status: 200, body: { order: { id: order.id } } })
  })

  await t.test('the links in newsletters work', async (t) => {
    const confirmed = await createHttpShopper().call(url, 'POST', '/api/email-subscribe/confirm', {
      token: confirmToken,
    })
    t.match(confirmed, { status: 200 })
    const left = await fetch(`${url}/api/email-subscribe/unsubscribe?token=${unsubscribeToken}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    t.same([left.status, await left.json()], [200, { done: true }])
  })

  await t.test('while it runs, it is backed up and not restored into', async (t) => {
    const third = join(folder, 'third.backup')
    const { code, output } = await runCommand('backup/backup-command.ts', ['--to', third], restored)
    t.equal(code, 0, output)
    t.match(output, /is not encrypted/)
    t.match(await restore(third, '--force'), { code: 1, output: /is not encrypted, so anybody could have changed it/ })
    t.match(await restoreTo({ ...restored, BACKUP_KEY: '' }, third, '--force'), {
      code: 1,
      output: /Another start \(process \d+\) already uses the data folder .*; stop it/,
    })
  })
  await shop.stop()

  await t.test('stopped, it is replaced with --force', async (t) => {
    const { code, output } = await restore(archive, '--force')
    t.equal(code, 0, output)
    const again = join(folder, 'replaced.backup')
    await runCommand('backup/backup-command.ts', ['--to', again], { ...restored, BACKUP_KEY: KEY })
    t.same(await entriesOf(again), { ...(await entriesOf(archive)), [SESSIONS]: [''] })
  })
})

async function destroy(): Promise<void> {
  if (isLost) return
  isLost = true
  await app.close()
  await commerce.stop()
}

/** Buys one product. @returns the order, its number and the token of the link in its email */
async function buy(): Promise<{ id: string; number: string; token: string }> {
  const email = 'buyer@shopper.example'
  const buyer = createHttpShopper()
  const cart = await readyCart((method, path, body) => buyer.call(origin, method, path, body), {
    variantId: ring,
    email,
  })
  const { body } = await buyer.call(origin, 'POST', `/api/carts/${cart.id}/complete`)
  const { order: placed } = body as { order: { id: string; number: string } }
  await signedCall(`${origin}/api/_internal/orders/placed`, { order_id: placed.id, locale: null }, commerce.secret)
  return { ...placed, token: await tokenOf('order-placed', email) }
}

async function subscribe(email: string): Promise<void> {
  await createHttpShopper().call(origin, 'POST', '/api/email-subscribe', { email })
}

/** @returns the token in the link of a queued email */
async function tokenOf(name: string, to: string): Promise<string> {
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

/**
 * PostgreSQL writes the same cast of an array differently when it has read its own output once.
 */
const CASTS = /::(?:character varying|text)(?:\[\])?|[()]/g

/** The entries of an archive. Statements and rows may be in another order. */
async function entriesOf(file: string): Promise<Record<string, string[]>> {
  const entries: Record<string, string[]> = {}
  for await (const { name, chunks } of readArchive(file, KEY)) {
    const all: Buffer[] = []
    for await (const chunk of chunks) all.push(chunk)
    const text = Buffer.concat(all).toString()
    if (name.endsWith('schema.json')) {
      const { before, after, tables } = JSON.parse(text) as Record<string, unknown[]>
      entries[name] = [before, after, tables]
        .flat()
        .map((one) => JSON.stringify(one).replace(CASTS, ''))
        .toSorted()
    } else if (name !== 'manifest.json') entries[name] = text.split('\n').toSorted()
  }
  return entries
}
