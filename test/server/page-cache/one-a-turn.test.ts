import { setImmediate as nextTurn } from 'node:timers/promises'

import t from 'tap'

import { createOneATurn } from '#server/page-cache/one-a-turn.ts'

t.test('of visitors who come at the same moment one is begun with in each turn, in their order', async (t) => {
  const begin = createOneATurn()
  const begun: string[] = []
  for (const name of ['first', 'second', 'third']) begin(() => begun.push(name))
  t.same(begun, ['first'], 'who comes first does not wait')
  await nextTurn()
  t.same(begun, ['first', 'second'])
  begin(() => begun.push('late'))
  await nextTurn()
  t.same(begun, ['first', 'second', 'third'])
  await nextTurn()
  t.same(begun, ['first', 'second', 'third', 'late'])
})

t.test('who comes after a quiet moment is begun with at once', async (t) => {
  const begin = createOneATurn()
  begin(() => {})
  await nextTurn()
  let isBegun = false
  begin(() => (isBegun = true))
  t.ok(isBegun)
})

t.test('whoever fails keeps nobody waiting', async (t) => {
  const begin = createOneATurn()
  let isBegun = false
  t.throws(() =>
    begin(() => {
      throw new Error('broken')
    }),
  )
  begin(() => (isBegun = true))
  await nextTurn()
  t.ok(isBegun)
})
