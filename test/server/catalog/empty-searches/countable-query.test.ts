import t from 'tap'

import { toCountableQuery } from '#server/catalog/empty-searches/empty-searches.ts'

t.test('queries that differ only in case and spaces are counted together', async (t) => {
  for (const typed of [
    'Кольцо  с   Рубином',
    ' кольцо с рубином ',
    'КОЛЬЦО\tС\nРУБИНОМ',
    'кольцо с\u200B\u202E рубином',
  ])
    t.equal(toCountableQuery(typed), 'кольцо с рубином')
  t.equal(toCountableQuery('ﬁligree １８k'), 'filigree 18k')
})

t.test('queries that may hold personal data are not counted', async (t) => {
  for (const typed of [
    'ada@shopper.example',
    'ada＠shopper.example',
    '79161234567',
    '+7 (916) 123-45-67',
    '4111 1111 1111 1111',
    '٠١٢٣٤',
    'order 10042',
    'https://shopper.example/ring',
    'www.shopper',
    'shopper.example/ring?size=6',
    'кольцо.рф',
  ])
    t.equal(toCountableQuery(typed), undefined, typed)
})

t.test('queries for jewelry with numbers are counted', async (t) => {
  for (const query of ['ruby ring 1.5 ct', 'кольцо 16,5 мм', 'цепочка 585', 'size 6.5', 'no. 7', '925 silver 45 cm'])
    t.equal(toCountableQuery(query), query)
})

t.test('a long query is cut between characters, and one without words is not counted', async (t) => {
  t.equal(toCountableQuery('я'.repeat(200))?.length, 60)
  t.equal(toCountableQuery(`a${'💍'.repeat(80)}`), `a${'💍'.repeat(59)}`)
  for (const typed of ['', ' ', '💍', '\u0000', '\uD800', '%%%', '—']) t.equal(toCountableQuery(typed), undefined)
  t.equal(toCountableQuery('ring\u0000\uD800'), 'ring �')
})
