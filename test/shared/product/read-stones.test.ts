import t from 'tap'

import { readStones } from '#shared/product/read-stones.ts'

const ROUND = { cut: 'round', length: 4, width: 4 }

t.test('the stones of a product are parsed, the main ones first', async (t) => {
  t.same(readStones('1 oval 8x6, 2 round 4, round 1.3'), [
    { count: 1, cut: 'oval', length: 8, width: 6 },
    { count: 2, ...ROUND },
    { count: null, cut: 'round', length: 1.3, width: 1.3 },
  ])
  t.same(readStones(' 2  Round 4 '), [{ count: 2, ...ROUND }], 'with any spacing')
  t.same(readStones('1 pear 6x9'), [{ count: 1, cut: 'pear', length: 9, width: 6 }], 'the longer side is the length')
})

t.test('Cyrillic characters and decimal commas are accepted', async (t) => {
  const stone = { count: 1, cut: 'oval', length: 8.5, width: 6.25 }
  for (const text of ['1 oval 8,5x6,25', '1 oval 8.5х6.25', '1 oval 8,5 × 6,25', '1 OVAL 8,5Х6,25,']) {
    t.same(readStones(text), [stone], text)
  }
  const small = { count: null, cut: 'round', length: 1.3, width: 1.3 }
  t.same(readStones('1 oval 8,5х6,25, round 1,3'), [stone, small])
  t.same(readStones('1 oval 8,5x6,25,round 1,3,2 round 4'), [stone, small, { count: 2, ...ROUND }], 'without spaces')
})

t.test('if a part cannot be parsed, there are no stones rather than wrong ones', async (t) => {
  for (const text of ['one', '1 brilliant 6', '1 round', '1 round 0', '0 round 4', '1 round 4x', '-1 round 4', '5']) {
    t.same(readStones(`${text}, 2 round 4`), [], text)
  }
  t.same(readStones('1 round 6,5,5'), [], 'two commas are ambiguous')
  t.same(readStones(' , '), [])
  for (const other of [undefined, null, 6.5, ['1 round 4'], { round: 4 }]) t.same(readStones(other), [])
})
