import t from 'tap'

import { genitive } from '#server/catalog/snapshot/offered-phrases.ts'
import { splitQuery, splitTerms, stemTerm } from '#server/catalog/spelling/split-terms.ts'

const plain = (text: string) => splitTerms(text).map((term) => term.plain)

t.test('words are normalized: no accents, apostrophes, upper case, or dots of ё', async (t) => {
  t.same(plain('Кольцо-ДОРОЖКА, жёлтое'), ['кольцо', 'дорожка', 'желтое'])
  t.same(plain("Pavé ring for women's day"), ['pave', 'ring', 'for', 'womens', 'day'])
  t.same(plain('стой'), ['стой'], 'й is a separate letter')
  t.same(splitTerms('Жёлтое')[0], { written: 'жёлтое', plain: 'желтое' })
})

t.test('look-alike letters of the other alphabet are converted', async (t) => {
  t.same(plain('кoльцo'), ['кольцо'], 'with two Latin letters')
  t.same(plain('ring\u0435'), ['ringe'])
})

t.test('a number matches alone and with its unit, in both languages', async (t) => {
  t.same(plain('6,5 мм'), ['6.5', 'мм', '6.5mm'])
  t.same(plain('8 × 6 mm'), ['8', '6', 'mm', '6mm', '8mm'])
  t.same(
    splitQuery('ring 6.5mm').map((term) => term.plain),
    ['ring', '6.5mm'],
    'a unit in the query is required',
  )
  t.same(
    splitQuery('1 карат').map((term) => term.plain),
    splitQuery('1 carat').map((term) => term.plain),
  )
})

t.test('forms of a word have one stem', async (t) => {
  for (const forms of [
    ['кольцо', 'кольца', 'колец', 'кольцами', 'кольцу'],
    ['подвеска', 'подвески', 'подвесок', 'подвеской'],
    ['серьги', 'серёг', 'серьгами'].map((form) => form.replace('ё', 'е')),
    ['обручальное', 'обручальные', 'обручальных'],
    ['овал', 'овала', 'овалом'],
    ['муассанит', 'муассанита', 'муассаните', 'муассанитом', 'муассаниты'],
    ['цепочка', 'цепочек'],
    ['ring', 'rings'],
    ['engagement', 'engagements'],
    ['necklace', 'necklaces'],
  ]) {
    t.equal(new Set(forms.map(stemTerm)).size, 1, forms.map((form) => `${form}: ${stemTerm(form)}`).join(', '))
  }
  t.not(stemTerm('кольцо'), stemTerm('колье'))
})

t.test('materials get their Russian genitive', async (t) => {
  t.equal(genitive('белое золото'), 'белого золота')
  t.equal(genitive('жёлтое золото'), 'жёлтого золота')
  t.equal(genitive('серебро'), 'серебра')
  t.equal(genitive('платина'), 'платины')
  t.equal(genitive('титан'), 'титана')
  t.equal(genitive('сталь'), 'стали')
})
