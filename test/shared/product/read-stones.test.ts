import t from 'tap'

import { checkStones, readStones, splitStones, writeStones } from '#shared/product/read-stones.ts'

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

t.test('a merchant reads what is wrong with each field of a group of stones', async (t) => {
  const problemsOf = (text: string) => checkStones(splitStones(text)).problems
  t.match(problemsOf('1 oval 8x6, 0 round 4, 1 ovale 800x6'), [
    { index: 1, field: 'count', message: '"0" is no number of stones. Write a whole number from 1 to 999.' },
    { index: 2, field: 'cut', message: /^"ovale" is no cut\. The shop knows round, oval, / },
    { index: 2, field: 'length', message: '"800" is no size. Write millimeters from 0.01 to 99.99, such as 6.5.' },
  ])
  t.match(problemsOf('1 oval 8x6.125'), [{ field: 'width', message: /^"6\.125" is no size\. / }])
  t.match(problemsOf('1 oval'), [{ field: 'length', message: /^The size is missing\. / }])
  t.match(problemsOf('5'), [{ field: 'cut', message: /^"5" is no cut\. / }, { field: 'length' }], 'nothing is dropped')
})

t.test('stones are written as they are read', async (t) => {
  const text = '1 oval 8.5x6, 2 round 4, round 1.3'
  t.equal(writeStones(readStones(text)), text)
  t.equal(writeStones(readStones('1 pear 6х9,5 , 1 Round 4x4')), '1 pear 9.5x6, 1 round 4')
})
