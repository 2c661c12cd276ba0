import { setImmediate as nextTick } from 'node:timers/promises'

import t from 'tap'

import { createOnePerTick } from '#server/infra/scheduling.ts'

t.test('tasks that arrive together start one per tick, in order', async (t) => {
  const start = createOnePerTick()
  const started: string[] = []
  for (const name of ['first', 'second', 'third']) start(() => started.push(name))
  t.same(started, ['first'], 'the first task does not wait')
  await nextTick()
  t.same(started, ['first', 'second'])
  start(() => started.push('late'))
  await nextTick()
  t.same(started, ['first', 'second', 'third'])
  await nextTick()
  t.same(started, ['first', 'second', 'third', 'late'])
})

t.test('a task starts at once if none has started in this tick', async (t) => {
  const start = createOnePerTick()
  start(() => {})
  await nextTick()
  let hasStarted = false
  start(() => (hasStarted = true))
  t.ok(hasStarted)
})

t.test('a failed task does not block the next', async (t) => {
  const start = createOnePerTick()
  let hasStarted = false
  t.throws(() =>
    start(() => {
      throw new Error('broken')
    }),
  )
  start(() => (hasStarted = true))
  await nextTick()
  t.ok(hasStarted)
})
