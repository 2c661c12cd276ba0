import t from 'tap'

import { toCountableQuery } from '#server/catalog/empty-searches/empty-searches.ts'

t.test('two shoppers who mean the same are counted together', async (t) => {
  for (const typed of [
    'Кольцо  с   Рубином',
    ' кольцо с рубином ',
    'КОЛЬЦО\tС\nРУБИНОМ',
    'кольцо с\u200B\u202E рубином',
  ])
    t.equal(toCountableQuery(typed), 'кольцо с рубином')
  t.equal(toCountableQuery('ﬁligree １８k'), 'filigree 18k')
})

t.test('what could tell of a person is not counted at all', async (t) => {
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

t.test('what a jeweller could have is counted, also with its figures', async (t) => {
  for (const query of ['ruby ring 1.5 ct', 'кольцо 16,5 мм', 'цепочка 585', 'size 6.5', 'no. 7', '925 silver 45 cm'])
    t.equal(toCountableQuery(query), query)
})

t.test('a long query is cut, never through a letter, and one without words is nothing', async (t) => {
  t.equal(toCountableQuery('я'.repeat(200))?.length, 60)
  t.equal(toCountableQuery(`a${'💍'.repeat(80)}`), `a${'💍'.repeat(59)}`)
  for (const typed of ['', ' ', '💍', '\u0000', '\uD800', '%%%', '—']) t.equal(toCountableQuery(typed), undefined)
  t.equal(toCountableQuery('ring\u0000\uD800'), 'ring �')
})
