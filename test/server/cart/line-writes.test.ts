import t from 'tap'

import { createLineWrites } from '#server/cart/line-writes.ts'

class Refused extends Error {
  override name = 'Refused'
}

const write = (number: number, change = 1, operation = 'page') => ({ operation, number, change })
const reached = async (change: number) => change

t.test('a request is applied unless a later one of its operation and cart was', async (t) => {
  const writes = createLineWrites(() => false)
  const run = (cartId: string, ...of: Parameters<typeof write>) => writes.run(cartId, write(...of), undefined, reached)
  t.equal(await run('cart', 2), 0)
  t.equal(await run('cart', 1), undefined)
  t.equal(await run('cart', 2), undefined, 'nor twice')
  t.equal(await run('cart', 3, 5), 1, 'a later one learns what was reached')
  t.equal(await run('cart', 4, 2), 5)
  t.equal(await run('cart', 1, 1, 'other'), 0)
  t.equal(await run('another cart', 1), 0)
})

t.test('a refused request supersedes nothing, and one with an unknown outcome does', async (t) => {
  const writes = createLineWrites((error) => error instanceof Refused)
  const run = (number: number, change: number) => writes.run('cart', write(number, change), undefined, reached)
  const fail = (number: number, error: Error) =>
    writes.run('cart', write(number, 7), undefined, () => Promise.reject(error))
  t.equal(await run(1, 3), 0)
  await t.rejects(fail(3, new Refused()), Refused)
  t.equal(await run(2, 4), 3)
  await t.rejects(fail(5, new Error('no answer')), { message: 'no answer' })
  t.equal(await run(4, 1), undefined)
  t.equal(await run(6, 1), 7)
})
