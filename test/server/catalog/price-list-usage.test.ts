import t from 'tap'

import { createPriceListUsage } from '#server/catalog/catalog.ts'

const REGION = { id: 'reg_eu', name: 'Europe', currency_code: 'EUR', countries: ['DE'] }
const HOUR_MS = 3_600_000

t.test('the reader does not drop prices that a follower still shows', async (t) => {
  let now = 1_800_000_000_000
  t.intercept(Date, 'now', { value: () => now })
  const log = { warn: () => {} }
  const reader = createPriceListUsage({ has: () => true, fetch: async () => {}, log })
  let reminders = 0
  const remind = () => {
    reminders += 1
    reader.note(REGION)
  }
  const follower = createPriceListUsage({ has: () => true, fetch: async () => {}, remind, log })
  for (let visit = 0; visit < 60; visit += 1) {
    follower.note(REGION)
    now += HOUR_MS / 2
  }
  t.ok(reader.isWanted('reg_eu'), 'after thirty hours')
  t.ok(reminders >= 20 && reminders <= 30, 'not at every visit')
  now += 25 * HOUR_MS
  t.notOk(reader.isWanted('reg_eu'), 'not without visits')
})

t.test('a visitor never waits for prices, and a failed read is not retried with every visit', async (t) => {
  let now = 1_800_000_000_000
  t.intercept(Date, 'now', { value: () => now })
  const attempts: PromiseWithResolvers<void>[] = []
  const warnings: string[] = []
  const demand = createPriceListUsage({
    has: () => false,
    fetch() {
      const attempt = Promise.withResolvers<void>()
      attempts.push(attempt)
      return attempt.promise
    },
    log: { warn: (_facts, message) => warnings.push(message) },
  })
  for (let visit = 0; visit < 20; visit += 1) t.equal(demand.note(REGION), undefined)
  t.equal(attempts.length, 1, 'twenty visitors share one read')
  attempts[0]?.reject(new Error('the backend is down'))
  await demand.load(REGION)
  t.same(warnings, ['catalog: the prices of a region could not be read; its pages show those of the default region'])
  demand.note(REGION)
  t.equal(attempts.length, 1, 'not again at once')
  now += 3001
  demand.note(REGION)
  t.equal(attempts.length, 2, 'but three seconds later')
})
