import t from 'tap'

import { openSearchedShop } from './sample-shop.ts'

t.test('synonyms find the same, with and without typos', async (t) => {
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

t.test('“also” phrases work one way only', async (t) => {
  const { handles, count } = await openSearchedShop({ also: [{ typed: 'engagement', finds: ['solitaire', 'halo'] }] })
  t.ok(handles('engagement ring').includes('round-solitaire-ring'))
  t.ok(handles('engagement ring').includes('round-halo-ring'))
  t.notOk(handles('engagement ring').includes('round-solitaire-pendant'))
  t.ok(handles('halo').length < count('engagement'))
})

t.test('synonyms share their “also” phrases', async (t) => {
  const { handles } = await openSearchedShop({
    same: [['engagement', 'proposal']],
    also: [{ typed: 'engagement', finds: ['solitaire'] }],
  })
  t.same(handles('proposal ring').includes('oval-solitaire-ring'), true)
})

t.test('a stop word is not searched, unless the query has no other word', async (t) => {
  const { handles, reading, count } = await openSearchedShop({ ignored: ['for', 'с'] })
  t.same(handles('ring for'), handles('ring'))
  t.same(handles('кольца с муассанитом'), handles('кольца муассанитом'))
  t.ok(count('with') > 0)
  t.equal(reading('rjkmwf c veffccfybnjv').instead, 'кольца с муассанитом', 'it still is in the shown query')
})

t.test('an optional word ranks matching products first', async (t) => {
  const { handles, count } = await openSearchedShop({ optional: ['pear'] })
  t.equal(count('pear ring'), count('ring'))
  t.equal(handles('pear drops')[0], 'pear-drop-earrings')
  t.ok(count('pear') < count('ring'), 'alone it is required')
})

t.test('an optional word that no product has finds the whole shop', async (t) => {
  const { handles, count } = await openSearchedShop({ optional: ['jewelry', 'wife'] })
  for (const handle of [...handles('ring'), ...handles('necklace')]) t.ok(handles('jewelry').includes(handle), handle)
  t.equal(count('wife jewelry'), count('jewelry'))
})

t.test('an audience word finds only matching products, unless the query has other words', async (t) => {
  const { count, handles } = await openSearchedShop({ optional: ['jewelry'], audience: ['mens', 'pear'] })
  t.equal(count('mens'), 0)
  t.equal(count('mens jewelry'), 0)
  t.equal(count('mens ring'), count('ring'))
  t.ok(count('pear') > 0, 'matching products are found')
  t.equal(handles('pear drops')[0], 'pear-drop-earrings')
})

t.test('“first” phrases rank their products first', async (t) => {
  const plain = await openSearchedShop()
  const { handles } = await openSearchedShop({
    same: [['ring', 'band']],
    first: [{ typed: 'ring', finds: ['pear'] }],
  })
  t.notMatch(plain.handles('ring')[0], /pear/)
  t.match(handles('ring')[0], /pear/)
  t.match(handles('band')[0], /pear/, 'also for synonyms')
  t.same(handles('ring').toSorted(), handles('band').toSorted(), 'with the same results')
})
