import t from 'tap'

import { createKeyedQueue, QueueFullError } from '#server/infra/keyed-queue.ts'

t.test('a reader of a cart waits for the earlier writes, including failed ones', async (t) => {
  const queue = createKeyedQueue(10)
  const ended: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = queue.run('cart', () => gate.promise.then(() => void ended.push('first')))
  const second = queue.run('cart', async () => {
    ended.push('second')
    throw new Error('refused')
  })
  const asked = queue.settled('cart').then(() => ended.push('asked'))
  await queue.settled('another cart')
  t.same(ended, [], 'other carts are not waited for')
  gate.resolve()
  await Promise.allSettled([first, second, asked])
  t.same(ended, ['first', 'second', 'asked'])
})

t.test('a write runs after a failed one', async (t) => {
  const queue = createKeyedQueue(10)
  const failing = queue.run('a', () => Promise.reject(new Error('no')))
  const next = queue.run('a', async () => 'done')
  await t.rejects(failing, { message: 'no' })
  t.equal(await next, 'done')
})

t.test('too many writes to one cart are refused, and the cart is usable again afterwards', async (t) => {
  const queue = createKeyedQueue(2)
  let release = (): void => {}
  const held = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)))
  const waiting = queue.run('a', async () => 'second')
  await t.rejects(
    queue.run('a', async () => 'third'),
    QueueFullError,
  )
  t.equal(await queue.run('b', async () => 'other cart'), 'other cart')
  release()
  await held
  t.equal(await waiting, 'second')
  t.equal(await queue.run('a', async () => 'free'), 'free')
})
