import t from 'tap'

import { deliveryDays, type Workshop, writeDays } from '#shared/delivery/delivery-days.ts'

const WORKSHOP: Workshop = { timeZone: 'Europe/London', lastHour: 14, closed: ['2026-12-25', '2026-12-28'] }
const STANDARD = { from: 5, to: 8 }

t.test('the arrival is counted in working days from the day of shipping', async (t) => {
  const days = (time: string, of = STANDARD, workshop = WORKSHOP, leadDays = 0) => {
    const { earliest, latest } = deliveryDays(new Date(time), of, workshop, leadDays)
    return `${earliest} ${latest}`
  }
  t.equal(days('2026-11-23T13:59:00Z'), '2026-11-30 2026-12-03', 'ordered on a Monday, before the last hour')
  t.equal(days('2026-11-23T14:00:00Z'), '2026-12-01 2026-12-04', 'a minute later it is shipped on Tuesday')
  t.equal(days('2026-11-27T20:00:00Z'), '2026-12-07 2026-12-10', 'ordered on Friday evening, shipped on Monday')
  t.equal(days('2026-11-22T09:00:00Z'), '2026-11-30 2026-12-03', 'ordered on a Sunday, shipped on Monday')
  t.equal(days('2026-12-23T09:00:00Z', { from: 2, to: 3 }), '2026-12-29 2026-12-30', 'holidays are not working days')
  t.equal(days('2026-07-01T13:30:00Z', { from: 1, to: 1 }), '2026-07-03 2026-07-03', 'in the time zone of the workshop')
  t.equal(
    days('2026-11-22T23:30:00Z', { from: 0, to: 1 }, { ...WORKSHOP, timeZone: 'Asia/Tokyo' }),
    '2026-11-23 2026-11-24',
    'in a time zone where it is already Monday',
  )
  t.equal(
    days('2026-12-18T14:00:00Z', { from: 1, to: 2 }, WORKSHOP, 5),
    '2026-12-31 2027-01-01',
    'a piece that is made in five working days is started on Monday, and holidays do not count',
  )
})

t.test(
  'the days of arrival are formatted in the language of the shopper and do not depend on their time zone',
  async (t) => {
    const read = (earliest: string, latest: string) =>
      (['en', 'ru'] as const).map((locale) => writeDays({ earliest, latest }, locale))
    t.same(read('2026-11-30', '2026-12-03'), ['Mon 30\u00a0Nov – Thu 3\u00a0Dec', '30\u00a0ноября – 3\u00a0декабря'])
    t.same(read('2026-12-01', '2026-12-04'), ['Tue 1\u00a0Dec – Fri 4\u00a0Dec', '1–4\u00a0декабря'])
    t.same(read('2026-12-31', '2026-12-31'), ['Thu 31\u00a0Dec', '31\u00a0декабря'])
    t.same(read('2026-12-31', '2027-01-05'), ['Thu 31\u00a0Dec – Tue 5\u00a0Jan', '31\u00a0декабря – 5\u00a0января'])
  },
)
