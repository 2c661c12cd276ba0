import t from 'tap'

import { formatDay } from '#app/content/article/format-day.ts'

t.test('a date is formatted in the language of the page', (t) => {
  t.equal(formatDay('2026-03-08', 'en'), '8\u00A0March 2026')
  t.equal(formatDay('2026-11-21', 'ru'), '21\u00A0ноября 2026\u00A0г.')
  t.equal(formatDay('2026-12-31T10:00:00Z', 'en'), '31\u00A0December 2026')
  t.equal(formatDay('soon', 'en'), 'soon')
  t.equal(formatDay('2026-13-01', 'en'), '2026-13-01')
  t.end()
})
