import t from 'tap'

import { createStaleWrites } from '#server/cart/stale-writes.ts'
import { parseWriteOrder } from '#shared/cart/write-order.ts'

class Refused extends Error {
  override name = 'Refused'
}

const order = (number: number, page = 'page', line = 'variant_ring') => ({ page, line, number, more: 1 })
const whole = (number: number, page = 'page') => ({ page, line: 'variant_ring', number })
const done = async () => 'done'

t.test('a write is done unless a later one of its page and line was, in the cart that it names', async (t) => {
  const writes = createStaleWrites(() => false)
  t.equal(await writes.run('cart', order(2), done), 'done')
  t.equal(await writes.run('cart', order(1), done), undefined)
  t.equal(await writes.run('cart', order(2), done), undefined, 'nor twice')
  t.equal(await writes.run('cart', order(3), done), 'done')
  t.equal(await writes.run('cart', order(1, 'page', 'variant_chain'), done), 'done')
  t.equal(await writes.run('another cart', order(1), done), 'done')
  t.equal(await writes.run('cart', undefined, done), 'done', 'a form numbers nothing')
})

t.test('what a page said as it went does not undo what the next page said of the same line', async (t) => {
  const writes = createStaleWrites(() => false)
  t.equal(await writes.run('cart', whole(5000, 'next'), done), 'done')
  t.equal(await writes.run('cart', whole(4000, 'gone'), done), undefined, 'a removal')
  t.equal(await writes.run('cart', order(4001, 'gone'), done), undefined, 'nor is one more counted on top of it')
  t.equal(await writes.run('cart', order(5001, 'gone'), done), 'done')
})

t.test('what one page adds does not stand in the way of what another adds', async (t) => {
  const writes = createStaleWrites(() => false)
  t.equal(await writes.run('cart', order(5000, 'next'), done), 'done')
  t.equal(await writes.run('cart', order(4000, 'gone'), done), 'done')
})

t.test('what comes late does not take away what other pages have added since', async (t) => {
  const writes = createStaleWrites(() => false)
  const later = async (addedLater: number) => addedLater
  await writes.run('cart', order(4000, 'gone'), done)
  await writes.run('cart', order(5000, 'next'), done)
  await writes.run('cart', order(5001, 'next'), done)
  t.equal(await writes.run('cart', whole(4500, 'gone'), later), 2, 'its own it counts itself')
  t.equal(await writes.run('cart', whole(4600, 'gone'), later), 2, 'again')
  t.equal(await writes.run('cart', whole(6000, 'gone'), later), 0, 'what it may have seen it counts as well')
})

t.test('a clock that was set back silences nobody', async (t) => {
  const writes = createStaleWrites(() => false)
  t.equal(await writes.run('cart', whole(7_200_000, 'before'), done), 'done')
  t.equal(await writes.run('cart', whole(3_600_000, 'after'), done), 'done')
})

t.test('one that was refused overtakes nothing; one of which nobody knows what became of it does', async (t) => {
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

t.test('a header that is not ours is no order', async (t) => {
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
