import t, { type Test } from 'tap'

import type { Cart } from '#shared/cart/cart.ts'
import { TestShopper, listProducts } from '#test/server/shop-server.ts'
import { accountsOf } from '#test/support/accounts.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { startDatabaseProxy } from '#test/support/database-proxy.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { ADDRESS, readyCart } from '#test/support/ready-cart.ts'
import { makeLink, nextToken } from '#test/support/sign-in.ts'
import { ownCommerce, startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

/** One browser of a customer, with a network of its own, because limits count networks. */
interface Customer {
  email: string
  shopper: TestShopper
  call: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Answer>
}

interface Answer {
  status: number
  body: { message?: string; addresses?: unknown[]; customer?: { email: string; first_name: string | null } }
}

interface Step {
  name: string
  /** Done before the fault. @returns the request of the step */
  prepare: (email: string) => Promise<{ customer: Customer; request: Parameters<Customer['call']> }>
  check: (t: Test, customer: Customer) => Promise<unknown>
}

const PASSWORD = 'a ring for a storm'
const NEXT_PASSWORD = 'a ring for the calm'
const SORRY = /Сейчас\sэто сделать\sне\sполучается\. Ничего\sне\sпропало/

t.setTimeout(1_200_000)
const mail = await openMailServer(t)
const commerce = await ownCommerce()
const medusa = await startBreakingProxy(t, commerce.medusaUrl)
const database = await startDatabaseProxy(t, commerce.databaseUrl)
const { app, config } = await startOwnShop(t, {
  env: {
    MEDUSA_URL: medusa.url,
    DATABASE_URL: database.url,
    ...mail.env,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    UNPAID_ORDER_LIMITS: 'off',
  },
})
const [variantId = '', otherId = ''] = await listProducts(commerce, 18)
let browsers = 0

function openBrowser(email: string): Customer {
  browsers += 1
  const headers = { 'x-forwarded-for': `10.${browsers >> 8}.${browsers & 255}.1`, 'accept-language': 'ru' }
  const shopper = new TestShopper(app)
  return {
    email,
    shopper,
    call: async (method, path, body) => shopper.call<Answer['body']>(method, `${path}?lang=ru`, body, headers),
  }
}

async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`the shop answered ${status}: ${JSON.stringify(body)}`)
  return { status, body }
}

async function signIn(email: string): Promise<Customer> {
  const customer = openBrowser(email)
  await done(customer.call('POST', '/api/account/sign-in-link/use', { token: await makeLink(app, { email }), email }))
  return customer
}

/** Only the browser that asked for a link brings its cart along. @returns the token of the emailed link */
async function askForLink({ email, call }: Customer): Promise<string> {
  const before = mail.emails(email).length
  await done(call('POST', '/api/account/sign-in-link', { email }))
  return nextToken(mail, email, before)
}

async function signInWithPassword(email: string): Promise<Customer> {
  const customer = openBrowser(email)
  const body = { token: await makeLink(app, { email, purpose: 'password' }), password: PASSWORD, email }
  await done(customer.call('POST', '/api/account/password/reset', body))
  return customer
}

async function isSignedInOnce(t: Test, { email, call }: Customer): Promise<void> {
  t.match(await call('GET', '/api/account/me'), { status: 200, body: { customer: { email } } })
  const accounts = await accountsOf(commerce, email)
  t.equal(accounts.length, 1, 'one account')
  const sessions = await app.database.query('SELECT 1 FROM customer_sessions WHERE customer_id = $1', [accounts[0]?.id])
  t.equal(sessions.length, 1, 'one session')
}

async function signsInWith(t: Test, { email }: Customer, password: string): Promise<void> {
  const { status } = await openBrowser(email).call('POST', '/api/account/sign-in', { email, password })
  t.equal(status, 200, 'the password signs in')
}

async function readCart(call: Customer['call']): Promise<Record<string, number>> {
  const { body } = await call('GET', '/api/carts/current')
  const { cart } = body as unknown as { cart: Cart | null }
  return Object.fromEntries((cart?.items ?? []).map((line) => [line.variant_id, line.quantity]))
}

/** Uses every connection of the pool: a broken one may not have been noticed yet. */
async function isDatabaseBack(): Promise<boolean> {
  const asked = Array.from({ length: config.databasePoolSize }, () => app.database.query('SELECT pg_sleep(0.02)'))
  return (await Promise.allSettled(asked)).every(({ status }) => status === 'fulfilled')
}

async function untilEmailsAreSent(): Promise<void> {
  await until(async () => {
    const waiting = await app.database.query('SELECT 1 FROM letters WHERE handed_over_at IS NULL LIMIT 1')
    return waiting.length === 0
  }, 30_000)
}

async function emailsWith(email: string, subject: string): Promise<number> {
  await untilEmailsAreSent()
  return mail.emails(email).filter((one) => one.subject === subject).length
}

const STEPS: Step[] = [
  {
    name: 'asking for a link',
    prepare: async (email) => ({
      customer: openBrowser(email),
      request: ['POST', '/api/account/sign-in-link', { email }],
    }),
    check: async (t, { email }) => t.equal(await emailsWith(email, 'Ссылка для входа'), 1),
  },
  {
    name: 'signing in by a link',
    prepare: async (email) => ({
      customer: openBrowser(email),
      request: ['POST', '/api/account/sign-in-link/use', { token: await makeLink(app, { email }), email }],
    }),
    check: isSignedInOnce,
  },
  {
    name: 'setting a password by a link',
    prepare: async (email) => ({
      customer: openBrowser(email),
      request: [
        'POST',
        '/api/account/password/reset',
        { token: await makeLink(app, { email, purpose: 'password' }), password: PASSWORD, email },
      ],
    }),
    async check(t, customer) {
      await isSignedInOnce(t, customer)
      await signsInWith(t, customer, PASSWORD)
    },
  },
  {
    name: 'signing in by a password',
    async prepare(email) {
      const { call } = await signInWithPassword(email)
      await done(call('POST', '/api/account/sign-out', {}))
      return { customer: openBrowser(email), request: ['POST', '/api/account/sign-in', { email, password: PASSWORD }] }
    },
    async check(t, customer) {
      await isSignedInOnce(t, customer)
      t.equal(await emailsWith(customer.email, 'Новый вход в\u00a0личный кабинет'), 1)
    },
  },
  {
    name: 'changing the name',
    prepare: async (email) => ({
      customer: await signIn(email),
      request: ['POST', '/api/account/me', { first_name: 'Ольга' }],
    }),
    check: async (t, { call }) =>
      t.match((await call('GET', '/api/account/me')).body, { customer: { first_name: 'Ольга' } }),
  },
  {
    name: 'changing the password',
    prepare: async (email) => ({
      customer: await signInWithPassword(email),
      request: ['POST', '/api/account/password', { current: PASSWORD, password: NEXT_PASSWORD }],
    }),
    async check(t, customer) {
      await isSignedInOnce(t, customer)
      await signsInWith(t, customer, NEXT_PASSWORD)
      t.equal(await emailsWith(customer.email, 'Пароль изменён'), 1)
    },
  },
  {
    name: 'saving an address',
    prepare: async (email) => ({
      customer: await signIn(email),
      request: ['POST', '/api/account/addresses', { address: ADDRESS }],
    }),
    check: async (t, { call }) => t.equal((await call('GET', '/api/account/addresses')).body.addresses?.length, 1),
  },
  {
    name: 'asking for another email address',
    prepare: async (email) => ({
      customer: await signIn(email),
      request: ['POST', '/api/account/email', { email: `next-${email}` }],
    }),
    check: async (t, { email }) =>
      t.equal(await emailsWith(email, 'Запрос на\u00a0изменение адреса электронной почты'), 1),
  },
  {
    name: 'confirming another email address',
    async prepare(email) {
      const customer = await signIn(email)
      const [account] = await accountsOf(commerce, email)
      const token = await makeLink(app, {
        email: `next-${email}`,
        purpose: 'change-email',
        customer_id: account?.id ?? null,
      })
      return { customer, request: ['POST', '/api/account/email/confirm', { token }] }
    },
    async check(t, { email, ...browser }) {
      await isSignedInOnce(t, { ...browser, email: `next-${email}` })
      t.equal(await emailsWith(`next-${email}`, 'Адрес электронной почты изменён'), 1)
    },
  },
  {
    name: 'ordering again',
    async prepare(email) {
      const customer = await signIn(email)
      const cart = await readyCart(async (...call) => customer.call(...call), { variantId, email })
      const { body } = await done(customer.call('POST', `/api/carts/${cart.id}/complete`, {}))
      const { order } = body as unknown as { order: { id: string } }
      const key = crypto.randomUUID().replaceAll('-', '')
      return { customer, request: ['POST', `/api/account/orders/${order.id}/reorder`, { idempotency_key: key }] }
    },
    check: async (t, { call }) => t.same(await readCart(call), { [variantId]: 1 }),
  },
  {
    name: 'combining two carts at the sign-in',
    async prepare(email) {
      const add = async ({ call }: Customer, variant: string) =>
        done(call('POST', '/api/carts/current/line-items', { variant_id: variant, quantity: 1 }))
      await add(await signIn(email), variantId)
      const customer = openBrowser(email)
      await add(customer, otherId)
      return { customer, request: ['POST', '/api/account/sign-in-link/use', { token: await askForLink(customer) }] }
    },
    async check(t, { email, shopper, call }) {
      // A merge that was interrupted is completed at the next sign-in.
      const token = await askForLink({ email, shopper, call })
      await done(call('POST', '/api/account/sign-in-link/use', { token }))
      t.same(await readCart(call), { [variantId]: 1, [otherId]: 1 })
    },
  },
  {
    name: 'deleting the account',
    prepare: async (email) => ({ customer: await signIn(email), request: ['DELETE', '/api/account/me'] }),
    async check(t, { email, call }) {
      t.equal((await call('GET', '/api/account/me')).status, 401)
      t.equal(await emailsWith(email, 'Личный кабинет будет удалён'), 1)
    },
  },
  {
    name: 'keeping the account',
    async prepare(email) {
      await done((await signIn(email)).call('DELETE', '/api/account/me'))
      return { customer: await signIn(email), request: ['POST', '/api/account/me/keep', {}] }
    },
    check: async (t, { email }) => t.equal(await emailsWith(email, 'Личный кабинет сохранён'), 1),
  },
  {
    name: 'signing out',
    prepare: async (email) => ({ customer: await signIn(email), request: ['POST', '/api/account/sign-out', {}] }),
    check: async (t, { call }) => t.equal((await call('GET', '/api/account/me')).status, 401),
  },
]

interface Fault {
  name: string
  /** From now on, the service stops at its moment with this number, counted from 0. */
  plant: (moment: number) => void
  /** Brings the service back. @returns whether the moment came */
  lift: () => Promise<boolean>
}

let planted = 0
const FAULTS: Fault[] = [
  ...(['before', 'after'] as const).map((how) => ({
    name: how === 'before' ? 'Medusa stops before a change' : 'Medusa stops after a change, before it responds',
    plant: (moment: number) => medusa.breakWrite((planted = moment), how),
    lift: async () => {
      const hasCome = medusa.writes() > planted
      medusa.breakWrite(undefined, how)
      return hasCome
    },
  })),
  {
    name: 'PostgreSQL stops before a commit',
    // The worker that sends emails writes at its own times. If it were cut, the response to the request's own commit
    // could be lost.
    plant: (moment) =>
      database.watch(
        (planted = moment) + 1,
        database.goAway,
        ({ sql, isTransaction }) => isTransaction || !/pgboss|letters/.test(sql),
      ),
    async lift() {
      const hasCome = database.points.length > planted
      database.watch()
      database.comeBack()
      await until(isDatabaseBack)
      return hasCome
    },
  },
]

for (const [index, { name, prepare, check }] of STEPS.entries())
  t.test(`${name} is done once, whichever service stops on the way`, async (t) => {
    // `npm run prove suites` plants every fault in every step.
    const faults = FAULTS.filter((_, nth) => process.env['EVERY_FAULT'] || nth === index % FAULTS.length)
    for (const fault of faults)
      for (let moment = 0, isOver = false; !isOver; moment += 1) {
        const email = `${name.replaceAll(' ', '-')}-${FAULTS.indexOf(fault)}-${moment}@shopper.example`
        const { customer, request } = await prepare(email)
        await untilEmailsAreSent()
        // No email leaves during a step, as if SMTP had stopped as well.
        const smtp = Promise.withResolvers<void>()
        mail.faults.hold = smtp.promise
        fault.plant(moment)
        const first = await customer.call(...request)
        isOver = !(await fault.lift())
        smtp.resolve()
        t.comment(`${fault.name}, moment ${moment}: ${first.status}`)
        if (first.status >= 300) {
          t.equal(first.status, 503, `${fault.name}, moment ${moment}`)
          t.match(first.body.message, SORRY, 'the customer is told')
          const second = await customer.call(...request)
          t.ok(second.status < 300, `the next attempt succeeds: ${second.status} ${JSON.stringify(second.body)}`)
        }
        await check(t, customer)
      }
  })
