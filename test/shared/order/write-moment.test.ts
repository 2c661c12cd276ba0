import t from 'tap'

import { writeDay, writeMoment } from '#shared/order/write-moment.ts'

t.test('a date never breaks between the day and the month', async (t) => {
  t.equal(writeDay('2026-11-22', 'en'), '22\u00a0November 2026')
  t.equal(writeDay('2026-11-22', 'ru'), '22\u00a0ноября 2026\u00a0г.')
  t.equal(writeMoment('2026-11-22T17:40:00.000Z', 'en'), '22\u00a0November 2026, 17:40 UTC')
})
