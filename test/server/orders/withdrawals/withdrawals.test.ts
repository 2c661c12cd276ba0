import t from 'tap'

import { countHeld } from '#server/orders/withdrawals/quantities-left.ts'
import { lastDayAfter } from '#server/orders/withdrawals/statements.ts'

const line = (quantity: number) => ({ id: 'ring', title: 'Ring', label: null, quantity })
const ring = (quantity: number, back: number) => ({ id: 'ring', quantity, back })
/** One of two rings was withdrawn before it was shipped, and staff refunded it. */
const seenTo = { lines: [line(1)], open_lines: [], closed_lines: [{ ...line(1), kept: 2 }] }
const returned = { lines: [line(1)], open_lines: [], closed_lines: [] }

t.test('a refunded item is subtracted once, whether staff removed it from the order or not', async (t) => {
  t.equal(countHeld(ring(2, 0), []), 2)
  t.equal(countHeld(ring(2, 0), [seenTo]), 1, 'staff left it in the order')
  t.equal(countHeld(ring(1, 0), [seenTo]), 1, 'staff removed it')
  t.equal(countHeld({ ...ring(2, 0), id: 'chain' }, [seenTo]), 2, 'another line is not affected')
})

t.test('an item that is returned later is subtracted too', async (t) => {
  t.equal(countHeld(ring(2, 1), [seenTo, returned]), 0)
  t.equal(countHeld(ring(1, 1), [seenTo, returned]), 0)
  t.equal(countHeld(ring(2, 1), [returned]), 1)
  t.equal(countHeld(ring(2, 0), [seenTo, { ...seenTo }]), 0)
  const open = { ...returned, open_lines: [line(1)] }
  t.equal(countHeld(ring(2, 0), [seenTo, open]), 1, 'lines that are not processed yet are counted elsewhere')
})

t.test('a shopper can withdraw until the last day has ended in every time zone', async (t) => {
  const { day, isOver } = lastDayAfter(new Date('2026-11-22T17:40:00Z'), 30)
  t.equal(day, '2026-12-22', 'the day of delivery is not counted')
  t.notOk(isOver(new Date('2026-12-22T23:59:59Z')))
  t.notOk(isOver(new Date('2026-12-23T11:59:59Z')), 'it is still that day in the Pacific')
  t.ok(isOver(new Date('2026-12-23T12:00:00Z')))
})
