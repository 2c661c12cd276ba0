import t from 'tap'

import { NO_WORDS, type SearchWords } from '#server/catalog/search/search-words.ts'

import { openSearchedShop, openShopThatLearns } from './sample-shop.ts'

t.test('words that mean the same find the same, typed right or wrong', async (t) => {
  const { handles, reading } = await openSearchedShop({
    same: [
      ['подвеска', 'кулон'],
      ['rose gold', 'pink gold'],
    ],
  })
  t.same(handles('кулон').toSorted(), handles('подвеска').toSorted())
  t.equal(reading('кулоны').categories[0]?.handle, 'pendant')
  t.equal(reading('куллон').instead, 'кулон')
  t.equal(reading('kulon').instead, 'кулон')
  t.same(handles('ring in pink gold').toSorted(), handles('ring in rose gold').toSorted())
})

t.test('what is shown too is shown one way only', async (t) => {
  const { handles, count } = await openSearchedShop({ also: [{ typed: 'engagement', finds: ['solitaire', 'halo'] }] })
  t.ok(handles('engagement ring').includes('round-solitaire-ring'))
  t.ok(handles('engagement ring').includes('round-halo-ring'))
  t.notOk(handles('engagement ring').includes('round-solitaire-pendant'))
  t.ok(handles('halo').length < count('engagement'))
})

t.test('what means the same is shown what is shown too', async (t) => {
  const { handles } = await openSearchedShop({
    same: [['engagement', 'proposal']],
    also: [{ typed: 'engagement', finds: ['solitaire'] }],
  })
  t.same(handles('proposal ring').includes('oval-solitaire-ring'), true)
})

t.test('a word that says nothing is not looked for, unless there is no other', async (t) => {
  const { handles, reading, count } = await openSearchedShop({ ignored: ['for', 'с'] })
  t.same(handles('ring for'), handles('ring'))
  t.same(handles('кольца с муассанитом'), handles('кольца муассанитом'))
  t.ok(count('with') > 0)
  t.equal(reading('rjkmwf c veffccfybnjv').instead, 'кольца с муассанитом', 'it is said all the same')
})

t.test('a word that a piece need not have puts those first that have it', async (t) => {
  const { handles, count } = await openSearchedShop({ optional: ['pear'] })
  t.equal(count('pear ring'), count('ring'))
  t.equal(handles('pear drops')[0], 'pear-drop-earrings')
  t.ok(count('pear') < count('ring'), 'asked for alone it is needed')
})

t.test('a word that no piece needs, and none has, asks for the whole shop', async (t) => {
  const { handles, count } = await openSearchedShop({ optional: ['jewelry', 'wife'] })
  for (const handle of [...handles('ring'), ...handles('necklace')]) t.ok(handles('jewelry').includes(handle), handle)
  t.equal(count('wife jewelry'), count('jewelry'))
})

t.test('a change of the words counts for the next search', async (t) => {
  let words: SearchWords = NO_WORDS
  const { count } = await openShopThatLearns(() => words)
  t.equal(count('трилистник'), 0)
  words = { ...NO_WORDS, same: [['трилистник', 'груша']] }
  t.ok(count('трилистник') > 0)
})
