import t from 'tap'

import { NO_SYNONYMS, type Synonyms } from '#server/content/synonyms.ts'

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

t.test('a word for a wearer finds only what has it, unless something else was asked for', async (t) => {
  const { count, handles } = await openSearchedShop({ optional: ['jewelry'], audience: ['mens', 'pear'] })
  t.equal(count('mens'), 0)
  t.equal(count('mens jewelry'), 0)
  t.equal(count('mens ring'), count('ring'))
  t.ok(count('pear') > 0, 'what has it is found')
  t.equal(handles('pear drops')[0], 'pear-drop-earrings')
})

t.test('of what a word finds, that comes first which the operator puts before the rest', async (t) => {
  const plain = await openSearchedShop()
  const { handles } = await openSearchedShop({
    same: [['ring', 'band']],
    first: [{ typed: 'ring', finds: ['pear'] }],
  })
  t.notMatch(plain.handles('ring')[0], /pear/)
  t.match(handles('ring')[0], /pear/)
  t.match(handles('band')[0], /pear/, 'also for what means the same')
  t.same(handles('ring').toSorted(), handles('band').toSorted(), 'and nothing is lost')
})

t.test('a change of the words counts for the next search', async (t) => {
  let terms: Synonyms = NO_SYNONYMS
  const { count } = await openShopThatLearns(() => terms)
  t.equal(count('трилистник'), 0)
  terms = { ...NO_SYNONYMS, same: [['трилистник', 'груша']] }
  t.ok(count('трилистник') > 0)
})
