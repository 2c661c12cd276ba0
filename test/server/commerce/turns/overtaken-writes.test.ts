import t from 'tap'

import { createOvertakenWrites } from '#server/commerce/turns/overtaken-writes.ts'
import { parseWriteOrder } from '#shared/cart/write-order.ts'

class Refused extends Error {
  override name = 'Refused'
}

const order = (number: number, series = 'page-ring') => ({ series, number })
const done = async () => 'done'

t.test('a write is done unless a later one of its page and line was, in the cart that it names', async (t) => {
  const writes = createOvertakenWrites(() => false)
  t.equal(await writes.run('cart', order(2), done), 'done')
  t.equal(await writes.run('cart', order(1), done), undefined)
  t.equal(await writes.run('cart', order(2), done), undefined, 'nor twice')
  t.equal(await writes.run('cart', order(3), done), 'done')
  t.equal(await writes.run('cart', order(1, 'page-chain'), done), 'done')
  t.equal(await writes.run('another cart', order(1), done), 'done')
  t.equal(await writes.run('cart', undefined, done), 'done', 'a form numbers nothing')
})

t.test('one that was refused overtakes nothing; one of which nobody knows what became of it does', async (t) => {
  const writes = createOvertakenWrites((error) => error instanceof Refused)
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
  t.same(parseWriteOrder('page-ring=7'), order(7))
  for (const header of [
    undefined,
    '',
    'page',
    'page=',
    'page=-1',
    '=1',
    'page=1.5',
    'p age=1',
    `${'p'.repeat(200)}=1`,
    ['page=1'],
  ])
    t.equal(parseWriteOrder(header), undefined, String(header))
})
