import { setImmediate as nextTick } from 'node:timers/promises'

import t from 'tap'

import { createOnePerTick } from '#server/infra/scheduling.ts'

t.test('of visitors who come at the same moment one is begun with in each turn, in their order', async (t) => {
  const begin = createOnePerTick()
  const begun: string[] = []
  for (const name of ['first', 'second', 'third']) begin(() => begun.push(name))
  t.same(begun, ['first'], 'who comes first does not wait')
  await nextTick()
  t.same(begun, ['first', 'second'])
  begin(() => begun.push('late'))
  await nextTick()
  t.same(begun, ['first', 'second', 'third'])
  await nextTick()
  t.same(begun, ['first', 'second', 'third', 'late'])
})

t.test('who comes after a quiet moment is begun with at once', async (t) => {
  const begin = createOnePerTick()
  begin(() => {})
  await nextTick()
  let isBegun = false
  begin(() => (isBegun = true))
  t.ok(isBegun)
})

t.test('whoever fails keeps nobody waiting', async (t) => {
  const begin = createOnePerTick()
  let isBegun = false
  t.throws(() =>
    begin(() => {
      throw new Error('broken')
    }),
  )
  begin(() => (isBegun = true))
  await nextTick()
  t.ok(isBegun)
})
