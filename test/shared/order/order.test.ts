import t from 'tap'

import { deliveryDays, type Workshop, writeDays } from '#shared/delivery/delivery-days.ts'
import { readOrderNumber } from '#shared/order/order-number.ts'
import { writeDay, writeMoment } from '#shared/order/write-moment.ts'

import { drawOrderNumber } from '../../../commerce/src/orders/order-number.ts'

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

t.test('every number that the backend generates can be read', async (t) => {
  const drawn = Array.from({ length: 2000 }, drawOrderNumber)
  t.equal(new Set(drawn).size, drawn.length, 'the numbers are unique')
  for (const number of drawn) {
    if (!/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$/.test(number)) t.fail(number)
    const read = readOrderNumber(number)
    if (read.kind !== 'drawn' || read.number !== number) t.fail(`${number} was read as ${JSON.stringify(read)}`)
  }
})

t.test('a number can be typed in many ways', async (t) => {
  const number = '10K7-QM4T-V'
  t.same(readOrderNumber(number), { kind: 'drawn', number })
  const spellings = [
    '10k7qm4tv', ' 10K7 QM4T V ', '#10K7-QM4T-V', '№ 10k7‑qm4t‑v', 'LM-10K7-QM4T-V', 'lm10k7qm4tv',
    'IOK7-QM4T-V', 'lok7-qm4t-v', 'Order 10K7-QM4T-V', 'Заказ №\u00a010К7-QМ4Т-V', '10K7–QM4T—V',
  ] // prettier-ignore
  for (const typed of spellings) t.same(readOrderNumber(typed), { kind: 'drawn', number }, typed)
})

t.test('one wrong symbol or two swapped symbols are detected', async (t) => {
  for (let round = 0; round < 40; round += 1) {
    const symbols = drawOrderNumber().replaceAll('-', '')
    for (const typed of [...oneWrong(symbols), ...twoSwapped(symbols)]) {
      const { kind } = readOrderNumber(typed)
      if (kind !== 'mistyped') t.fail(`${typed} was read as ${kind}`)
    }
  }
})

function oneWrong(symbols: string): string[] {
  return Array.from(symbols, (own, at) =>
    Array.from(SYMBOLS.replace(own, ''), (other) => symbols.slice(0, at) + other + symbols.slice(at + 1)),
  ).flat()
}

function twoSwapped(symbols: string): string[] {
  const places = Array.from(symbols, (_, at) => at)
  return places
    .flatMap((at) => places.slice(at + 1).map((to) => [at, to] as const))
    .filter(([at, to]) => symbols[at] !== symbols[to])
    .map(([at, to]) => {
      const swapped = Array.from(symbols)
      swapped[at] = symbols.charAt(to)
      swapped[to] = symbols.charAt(at)
      return swapped.join('')
    })
}

t.test('other text is not read as a number', async (t) => {
  for (const typed of [
    '',
    'mine',
    '1042',
    '№ 1042',
    '10K7-QM4T',
    '10K7-QM4T-VG',
    'UUUU-UUUU-U',
    '1.5e9x',
    '1234567890',
  ])
    t.same(readOrderNumber(typed), { kind: 'none' }, typed)
})

t.test('a date never breaks between the day and the month', async (t) => {
  t.equal(writeDay('2026-11-22', 'en'), '22\u00a0November 2026')
  t.equal(writeDay('2026-11-22', 'ru'), '22\u00a0ноября 2026\u00a0г.')
  t.equal(writeMoment('2026-11-22T17:40:00.000Z', 'en'), '22\u00a0November 2026, 17:40 UTC')
})

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
