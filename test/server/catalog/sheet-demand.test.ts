import t from 'tap'

import { createSheetDemand } from '#server/catalog/sheet-demand.ts'

const REGION = { id: 'reg_eu', name: 'Europe', currency_code: 'EUR', countries: ['DE'] }
const HOUR_MS = 3_600_000

t.test('prices that one process shows are not dropped by the one that reads them', async (t) => {
  let now = 1_800_000_000_000
  t.intercept(Date, 'now', { value: () => now })
  const log = { warn: () => {} }
  const reader = createSheetDemand({ has: () => true, fetch: async () => {}, log })
  let reminders = 0
  const remind = () => {
    reminders += 1
    void reader.ask(REGION)
  }
  const follower = createSheetDemand({ has: () => true, fetch: async () => {}, remind, log })
  for (let visit = 0; visit < 60; visit += 1) {
    await follower.ask(REGION)
    now += HOUR_MS / 2
  }
  t.ok(reader.isWanted('reg_eu'), 'after thirty hours')
  t.ok(reminders >= 20 && reminders <= 30, 'and it is not told at every visit')
  now += 25 * HOUR_MS
  t.notOk(reader.isWanted('reg_eu'), 'what nobody shows any more is')
})
