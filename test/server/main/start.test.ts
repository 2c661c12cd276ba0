import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { loadConfig } from '#server/config.ts'
import { findLeftovers } from '#test/runner/leftovers.ts'
import { startShopProcess } from '#test/support/shop-process.ts'

import { databasePool } from '../../../commerce/src/settings.ts'

const VALID = {
  MEDUSA_URL: 'http://127.0.0.1:9',
  MEDUSA_PUBLISHABLE_KEY: 'pk_test',
  DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none',
  SECRET: 'a secret of at least thirty-two letters',
}

/** Starts with these settings; expects exit code 1, one sentence and no process left. */
async function failedStart(t: Test, settings: Record<string, string>): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lumenite-start-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const mark = randomBytes(8).toString('hex')
  const shop = startShopProcess(t, {
    env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', START_TEST: mark, ...settings },
  })
  const started = shop.ready().then(
    (url) => `it answers on ${url}`,
    () => shop.exited,
  )
  t.equal(await started, 1, 'exit code')
  await shop.stop()
  t.same(findLeftovers(`START_TEST=${mark}`), [], 'no process is left')
  const lines = shop.output().trim().split('\n')
  t.equal(lines.length, 1, `one sentence: ${shop.output()}`)
  return lines[0] ?? ''
}

t.test('an operator whose port is in use is told the port and the setting', async (t) => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  t.teardown(() => holder.close())
  const { port } = holder.address() as AddressInfo
  t.match(await failedStart(t, { PORT: String(port) }), new RegExp(`^cannot start: .*${port}.*PORT`))
})

t.test('other users of the machine cannot read the data folder', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lumenite-start-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  const shop = startShopProcess(t, { env: { ...VALID, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' } })
  t.equal(await shop.exited, 1, 'without a backend the start fails after preparing the folder')

  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  t.ok(entries.length > 0)
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    t.equal((await stat(path)).mode & 0o077, 0, path.slice(dataDir.length))
  }
  // As root, PostgreSQL's user may traverse the folder but not list it.
  t.equal((await stat(dataDir)).mode & 0o066, 0)
})

t.test('an operator whose shop still shows the sample’s company is told once', async (t) => {
  const warningsOf = async (settings: Record<string, string>) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lumenite-start-'))
    t.teardown(() => rm(dataDir, { recursive: true, force: true }))
    const shop = startShopProcess(t, {
      env: { ...VALID, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...settings },
    })
    await shop.exited
    return shop
      .output()
      .split('\n')
      .filter((line) => line.includes('"event":"site.operator_is_sample"'))
  }
  const [warning = '', ...others] = await warningsOf({})
  t.match(JSON.parse(warning), { level: 40, details: ['company', 'address'] })
  t.same(others, [])
  const CONTENT_DIR = await mkdtemp(join(tmpdir(), 'lumenite-start-'))
  t.teardown(() => rm(CONTENT_DIR, { recursive: true, force: true }))
  await cp('content', CONTENT_DIR, { recursive: true })
  const own = `company: Fern Ltd, email: care@fern.example, address: {street: 2 A, city: B, postalCode: C, country: GB}`
  await writeFile(join(CONTENT_DIR, 'site.yml'), `brand: Fern\noperator: {${own}}\n`)
  t.same(await warningsOf({ CONTENT_DIR }), [])
})

t.test('an operator who omits or mistypes a setting is told which', async (t) => {
  t.match(await failedStart(t, { ...VALID, SECRET: '' }), /^cannot start: SECRET is missing/)
  for (const name of ['MEDUSA_PUBLISHABLE_KEY', 'DATABASE_URL'])
    t.throws(() => loadConfig({ ...VALID, [name]: '' }), { message: new RegExp(`^${name} is missing`) })
  const wrong: Record<string, string> = {
    PORT: 'many',
    SECRET: 'short',
    MEDUSA_URL: 'medusa.example:9000',
    BACKEND_PRICE_UNIT: 'cents',
    CATALOG_REFRESH_SECONDS: '0',
    LOG_LEVEL: 'loud',
    DRAIN_SECONDS: 'long',
    TRUST_PROXY: 'the one in front',
    SMTP_URL: 'mail.shop.example:25',
    REDIS_URL: 'localhost',
    DATABASE_URL: 'mysql://shop@127.0.0.1/shop',
    COMMERCE_DATABASE_URL: 'mysql://shop@127.0.0.1/shop',
    BACKEND_SIGNING_KEY: 'short',
    MAIL_FROM: 'letters at shop.example',
  }
  for (const [name, value] of Object.entries(wrong))
    t.throws(() => loadConfig({ ...VALID, [name]: value }), { message: new RegExp(`^${name}`) }, `${name}=${value}`)
  const folders = {
    DATA_DIR: join(import.meta.filename, 'data'),
    CONTENT_DIR: join(import.meta.dirname, 'no-content'),
  }
  for (const [name, value] of Object.entries(folders))
    t.match(await failedStart(t, { ...VALID, [name]: value }), new RegExp(`^cannot start: .*${name}`), name)
})

t.test('an operator who sets an SMTP server must set a sender', async (t) => {
  const SMTP_URL = 'smtp://ann:very-secret@mail.shop.example'
  t.throws(() => loadConfig({ ...VALID, SMTP_URL }), { message: /^MAIL_FROM is missing/ })
  for (const MAIL_FROM of [
    'letters@shop.example',
    'Lumenite <letters@shop.example>',
    '"Lumenite, Ltd" <a@b.example>',
  ]) {
    t.equal(loadConfig({ ...VALID, SMTP_URL, MAIL_FROM }).mailFrom, MAIL_FROM)
  }
  for (const MAIL_FROM of [
    'Lumenite',
    'Lumenite <letters>',
    'a@b.example, c@d.example',
    'A <a@b.example> <c@d.example>',
  ]) {
    t.throws(() => loadConfig({ ...VALID, SMTP_URL, MAIL_FROM }), { message: /^MAIL_FROM must/ }, MAIL_FROM)
  }
  const misspelt = SMTP_URL.replace('smtp:', 'stmp:')
  t.throws(() => loadConfig({ ...VALID, SMTP_URL: misspelt }), { message: /^SMTP_URL must(?!.*very-secret)/ })
})

t.test(
  'an operator with a PayPal account must set all credentials, and they are never sent to the browser',
  async (t) => {
    const own = { PAYPAL_CLIENT_ID: 'c1', PAYPAL_ENVIRONMENT: 'sandbox' }
    const complete = { ...own, PAYPAL_CLIENT_SECRET: 'very-secret', PAYPAL_WEBHOOK_ID: 'WH-1' }
    for (const name of ['PAYPAL_ENVIRONMENT', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID']) {
      t.throws(() => loadConfig({ ...complete, [name]: '' }), { message: new RegExp(`^${name} is missing`) })
    }
    t.throws(() => loadConfig({ ...complete, PAYPAL_ENVIRONMENT: 'live' }), { message: /^PAYPAL_ENVIRONMENT/ })
    t.same(loadConfig(complete).commerce.payPal, { clientSecret: 'very-secret', webhookId: 'WH-1' })
    const withBackend = loadConfig({ ...VALID, ...own })
    t.same(withBackend.publicConfig.payPal, { clientId: 'c1', environment: 'sandbox' })
    t.equal(withBackend.commerce.payPal, undefined, 'an external backend has its own secrets')
    t.notMatch(JSON.stringify(loadConfig(complete).publicConfig), /very-secret|WH-1/)
  },
)

t.test('an operator whose connection pool is too small is told the smallest', async (t) => {
  t.throws(() => loadConfig({ DATABASE_POOL_SIZE: '1' }), { message: /^DATABASE_POOL_SIZE must be >= 2/ })
  t.throws(() => loadConfig({ MEDUSA_POOL_SIZE: '3' }), { message: /^MEDUSA_POOL_SIZE must be >= 4/ })
  t.throws(() => databasePool('3'), { message: 'MEDUSA_POOL_SIZE is a whole number from 4 to 500, not "3"' })
  t.same(databasePool(''), { min: 2, max: 10 })
})

t.test('a pixel without further settings gets the views of every page', async (t) => {
  const { pixels } = loadConfig({ ...VALID, PIXELS: '[{"id":"123"}]' }).publicConfig
  t.same(pixels, [{ id: '123', autoconfig: true, pageView: '**' }])
  t.same(loadConfig(VALID).publicConfig.pixels, [])
  t.throws(() => loadConfig({ ...VALID, PIXELS: '[{"id":"123","pageview":"/shop"}]' }), { message: /^PIXELS/ })
})

t.test('an operator whose backend does not answer is told so', async (t) => {
  const port = await freePort(0, 'PORT')
  t.match(await failedStart(t, { ...VALID, MEDUSA_URL: `http://127.0.0.1:${port}` }), /^cannot start: .*MEDUSA_URL/)
})

t.test('TRUST_PROXY accepts a keyword, a number of proxies or their addresses', async (t) => {
  const trusted = {
    '': false,
    false: false,
    true: true,
    1: 1,
    2: 2,
    loopback: 'loopback',
    '10.0.0.0/8, ::1': '10.0.0.0/8, ::1',
  }
  for (const [value, meant] of Object.entries(trusted)) {
    t.equal(loadConfig({ ...VALID, TRUST_PROXY: value }).trustProxy, meant, value)
  }
  for (const value of ['nginx', '10.0.0.0/x', '999', 'loopback,']) {
    t.throws(
      () => loadConfig({ ...VALID, TRUST_PROXY: value }),
      { name: 'ConfigError', message: /^TRUST_PROXY must/ },
      value,
    )
  }
})

t.test('a pixel gets the views of pages that match a pattern of at most 65536 characters', async (t) => {
  const withPattern = (pageView: string) => loadConfig({ ...VALID, PIXELS: JSON.stringify([{ id: '1', pageView }]) })
  t.equal(withPattern('*'.repeat(65_536)).publicConfig.pixels.length, 1)
  t.throws(() => withPattern('*'.repeat(65_537)), { name: 'ConfigError', message: /^PIXELS/ })
})

t.test('the backend’s URL and key are not sent to the browser', async (t) => {
  const { publicConfig } = loadConfig({ ...VALID, MEDUSA_URL: 'http://medusa.example:9000' })
  t.notMatch(JSON.stringify(publicConfig), /medusa|pk_test/)
})
