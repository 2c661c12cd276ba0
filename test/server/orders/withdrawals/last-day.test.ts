import t from 'tap'

import { lastDayAfter } from '#server/orders/withdrawals/statements.ts'

t.test('a shopper can withdraw until the last day has ended in every time zone', async (t) => {
  const { day, isOver } = lastDayAfter(new Date('2026-11-22T17:40:00Z'), 30)
  t.equal(day, '2026-12-22', 'the day of delivery is not counted')
  t.notOk(isOver(new Date('2026-12-22T23:59:59Z')))
  t.notOk(isOver(new Date('2026-12-23T11:59:59Z')), 'it is still that day in the Pacific')
  t.ok(isOver(new Date('2026-12-23T12:00:00Z')))
})
