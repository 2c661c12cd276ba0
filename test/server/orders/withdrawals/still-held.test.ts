import t from 'tap'

import { stillHeld } from '#server/orders/withdrawals/read-withdrawing.ts'

const line = (quantity: number) => ({ id: 'ring', title: 'Ring', label: null, quantity })
const ring = (quantity: number, back: number) => ({ id: 'ring', quantity, back })
/** One of two rings was declared before it was sent, and the staff gave the money back. */
const seenTo = { lines: [line(1)], open_lines: [], closed_lines: [{ ...line(1), kept: 2 }] }
const returned = { lines: [line(1)], open_lines: [], closed_lines: [] }

t.test(
  'a piece whose money was given back is gone once, whether the staff took it out of the order or not',
  async (t) => {
    t.equal(stillHeld(ring(2, 0), []), 2)
    t.equal(stillHeld(ring(2, 0), [seenTo]), 1, 'left in the order')
    t.equal(stillHeld(ring(1, 0), [seenTo]), 1, 'taken out of it')
    t.equal(stillHeld({ ...ring(2, 0), id: 'chain' }, [seenTo]), 2, 'of another piece')
  },
)

t.test('and whatever comes back later is gone as well', async (t) => {
  t.equal(stillHeld(ring(2, 1), [seenTo, returned]), 0)
  t.equal(stillHeld(ring(1, 1), [seenTo, returned]), 0)
  t.equal(stillHeld(ring(2, 1), [returned]), 1)
  t.equal(stillHeld(ring(2, 0), [seenTo, { ...seenTo }]), 0)
  const open = { ...returned, open_lines: [line(1)] }
  t.equal(stillHeld(ring(2, 0), [seenTo, open]), 1, 'what nobody has seen to yet is counted elsewhere')
})
