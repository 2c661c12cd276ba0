import t from 'tap'

import { createStaleWrites } from '#server/cart/stale-writes.ts'
import { parseWriteOrder } from '#shared/cart/write-order.ts'

class Refused extends Error {
  override name = 'Refused'
}

const order = (number: number, page = 'page', line = 'variant_ring') => ({ page, line, number, more: 1 })
const whole = (number: number, page = 'page') => ({ page, line: 'variant_ring', number })
const done = async () => 'done'

t.test('a write runs unless a later one of the same page, line and cart has run', async (t) => {
  const writes = createStaleWrites(() => false)
  t.equal(await writes.run('cart', order(2), done), 'done')
  t.equal(await writes.run('cart', order(1), done), undefined)
  t.equal(await writes.run('cart', order(2), done), undefined, 'nor twice')
  t.equal(await writes.run('cart', order(3), done), 'done')
  t.equal(await writes.run('cart', order(1, 'page', 'variant_chain'), done), 'done')
  t.equal(await writes.run('another cart', order(1), done), 'done')
  t.equal(await writes.run('cart', undefined, done), 'done', 'a form numbers nothing')
})

t.test("the last write of a closing page does not undo the next page's write to the same line", async (t) => {
  const writes = createStaleWrites(() => false)
  t.equal(await writes.run('cart', whole(5000, 'next'), done), 'done')
  t.equal(await writes.run('cart', whole(4000, 'gone'), done), undefined, 'a removal')
  t.equal(await writes.run('cart', order(4001, 'gone'), done), undefined, 'nor is one more counted on top of it')
  t.equal(await writes.run('cart', order(5001, 'gone'), done), 'done')
})

t.test('adds of different pages do not block each other', async (t) => {
  const writes = createStaleWrites(() => false)
  t.equal(await writes.run('cart', order(5000, 'next'), done), 'done')
  t.equal(await writes.run('cart', order(4000, 'gone'), done), 'done')
})

t.test('a late write does not remove what other pages have added since', async (t) => {
  const writes = createStaleWrites(() => false)
  const later = async (addedLater: number) => addedLater
  await writes.run('cart', order(4000, 'gone'), done)
  await writes.run('cart', order(5000, 'next'), done)
  await writes.run('cart', order(5001, 'next'), done)
  t.equal(await writes.run('cart', whole(4500, 'gone'), later), 2, 'its own it counts itself')
  t.equal(await writes.run('cart', whole(4600, 'gone'), later), 2, 'again')
  t.equal(await writes.run('cart', whole(6000, 'gone'), later), 0, 'what it may have seen it counts as well')
})

t.test('a clock that was set back does not block writes', async (t) => {
  const writes = createStaleWrites(() => false)
  t.equal(await writes.run('cart', whole(7_200_000, 'before'), done), 'done')
  t.equal(await writes.run('cart', whole(3_600_000, 'after'), done), 'done')
})

t.test('a refused write supersedes nothing, and a write with an unknown outcome does', async (t) => {
  const writes = createStaleWrites((error) => error instanceof Refused)
  await t.rejects(
    writes.run('cart', order(2), () => Promise.reject(new Refused())),
    Refused,
  )
  t.equal(await writes.run('cart', order(1), done), 'done')
  await t.rejects(
    writes.run('cart', order(4), () => Promise.reject(new Error('no answer'))),
    { message: 'no answer' },
  )
  t.equal(await writes.run('cart', order(3), done), undefined)
})

t.test('a malformed header is not a write order', async (t) => {
  t.same(parseWriteOrder('0.1234-variant_ring=7'), { page: '0.1234', line: 'variant_ring', number: 7 })
  for (const header of [
    undefined,
    '',
    'page',
    'page-ring=',
    'page-ring=-1',
    '-ring=1',
    'page=1',
    'page-ring=1.5',
    'p age-ring=1',
    `${'p'.repeat(200)}-ring=1`,
    ['page-ring=1'],
  ])
    t.equal(parseWriteOrder(header), undefined, String(header))
})
