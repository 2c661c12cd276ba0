import t from 'tap'

import { createKeyedQueue, QueueFullError } from '#server/infra/keyed-queue.ts'

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
