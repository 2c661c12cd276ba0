/**
 * Proves that a response does not tell whether an address has an account: 200 tries of known and of unknown addresses
 * for each call, alternately. The texts are equal and the medians within 2 ms. The same measurement must find a planted
 * difference of 10 ms. Run it on a quiet machine. `TRIES` sets the number. Under load, 24 logins at once to six known and
 * six unknown addresses, the means are within half a second, where a hash more would cost several.
 */
import { setTimeout as pause } from 'node:timers/promises'

import pMap from 'p-map'

import { buildShopServer, TestShopper } from '#test/server/shop-server.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { check, median, openProgram, report, rounded } from '#test/support/program.ts'

const TRIES = Number(process.env['TRIES'] ?? 200)
const TRIES_OF_AN_ADDRESS = 4
const LIMIT_MS = 2
const BURSTS = 10
const BURST_LIMIT_MS = 500
const PLANTED_MS = 10
/** Each waits for the next whole second most of the time. */
const CONCURRENCY = 4

const CALLS = [
  { path: 'sign-in', body: { password: 'a wrong password' } },
  { path: 'sign-in-link', body: {} },
  { path: 'password/forgot', body: {} },
  { path: 'register', body: {} },
]
const KINDS = ['known', 'unknown'] as const

await using t = openProgram()
const commerce = await openCommerce(t, { name: 'prove-timing' })
let isPlanted = false
const app = await buildShopServer(commerce, { TRUST_PROXY: '1' }, (api) => {
  api.addHook('preHandler', async ({ body }) => {
    if (isPlanted && JSON.stringify(body).includes('-known-')) await pause(PLANTED_MS)
  })
})
t.teardown(() => app.close())
for (const { path } of CALLS) await openAccounts(path)
for (const { path, body } of CALLS) await measure(path, body)
await measureBursts()
isPlanted = true
await measure('register', {})

function emailOf(path: string, kind: (typeof KINDS)[number], account: number): string {
  return `${path.replace('/', '-')}-${kind}-${account}@shopper.example`
}

async function openAccounts(path: string): Promise<void> {
  const { backend } = app.customers
  for (let account = 0; account < TRIES / TRIES_OF_AN_ADDRESS; account += 1) {
    const customer = { email: emailOf(path, 'known', account), first_name: null, last_name: null }
    const { id } = await backend.confirm(customer)
    if (path === 'sign-in') await backend.setPassword(id, 'the password of a customer')
  }
}

async function measure(path: string, body: object): Promise<void> {
  const times: Record<string, number[]> = { known: [], unknown: [] }
  const texts = new Set<string>()
  const tries = Array.from({ length: TRIES }, (_, index) => index).flatMap((index) =>
    KINDS.map((kind) => ({ kind, index })),
  )
  await pMap(
    tries,
    async ({ kind, index }) => {
      const round = isPlanted ? 'again-' : ''
      const email = round + emailOf(path, kind, Math.floor(index / TRIES_OF_AN_ADDRESS))
      const headers = { 'x-forwarded-for': `10.${isPlanted ? 3 : 2}.${index % 250}.${Math.floor(index / 250)}` }
      const started = performance.now()
      const answer = await new TestShopper(app).call('POST', `/api/account/${path}`, { email, ...body }, headers)
      times[kind]?.push(performance.now() - started)
      texts.add(`${answer.status} ${JSON.stringify(answer.body)}`)
    },
    { concurrency: path === 'sign-in' ? CONCURRENCY : 1 },
  )
  const [known = 0, unknown = 0] = KINDS.map((kind) => median(times[kind] ?? []))
  const difference = Math.abs(known - unknown)
  const isFound = difference > LIMIT_MS
  const what = isPlanted ? `${path} with a planted difference of ${PLANTED_MS} ms` : path
  const facts = { difference: rounded(difference), limit: LIMIT_MS, texts: texts.size, tries: TRIES }
  const medians = { known: rounded(known), unknown: rounded(unknown) }
  check(`sign-in-timing ${what}`, texts.size === 1 && isFound === isPlanted, { ...facts, ...medians })
}

async function measureBursts(): Promise<void> {
  for (const isFromOneNetwork of [true, false]) {
    const times: Record<string, number[]> = { known: [], unknown: [] }
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const path = `burst-${isFromOneNetwork}-${burst}`
      for (let account = 0; account < 6; account += 1) {
        const { id } = await app.customers.backend.confirm({
          email: emailOf(path, 'known', account),
          first_name: null,
          last_name: null,
        })
        await app.customers.backend.setPassword(id, 'the password of a customer')
      }
      await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const kind = KINDS[(index + burst) % 2] ?? 'known'
          const network = `10.${isFromOneNetwork ? 4 : 5}.${burst}.${isFromOneNetwork ? 1 : index}`
          const body = { email: emailOf(path, kind, (index >> 1) % 6), password: 'a wrong password' }
          const started = performance.now()
          await new TestShopper(app).call('POST', '/api/account/sign-in', body, { 'x-forwarded-for': network })
          times[kind]?.push(performance.now() - started)
        }),
      )
    }
    const [known = 0, unknown = 0] = KINDS.map((kind) => meanOf(times[kind] ?? []))
    const what = `24 logins at once from ${isFromOneNetwork ? 'one network' : '24 networks'}`
    const facts = { known: rounded(known), unknown: rounded(unknown), tries: BURSTS * 12 }
    report(`sign-in-timing ${what}`, { value: Math.abs(known - unknown), unit: 'ms', most: BURST_LIMIT_MS, ...facts })
  }
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
