import t from 'tap'

import { openSearchedShop } from './sample-shop.ts'

const { suggest } = await openSearchedShop({
  ignored: ['с', 'из', 'и', 'and'],
  optional: ['огранка', 'муассанит', 'moissanite'],
  same: [
    ['круг', 'круглый'],
    ['овал', 'овальный'],
    ['помолвочное', 'солитер'],
    ['engagement', 'solitaire'],
  ],
})

t.test('suggestions complete categories, metals, cuts and product titles', async (t) => {
  t.ok(suggest('rin').includes('rings'))
  t.ok(suggest('white g').includes('white gold rings'))
  t.ok(suggest('pear r').includes('pear rings'))
  t.ok(suggest('кол', 'ru').includes('кольца'))
  t.ok(suggest('кольца белое', 'ru').includes('кольца из белого золота'))
  t.ok(suggest('mo').includes('moissanite necklace'), 'the shop’s own word')
  t.ok(suggest('plain w').includes('Plain wedding band'))
})

t.test('suggestions accept the other layout, the other alphabet, typos and the other language', async (t) => {
  t.ok(suggest('rjkm', 'ru').includes('кольца'))
  t.ok(suggest('serg', 'ru').includes('серьги'))
  t.ok(suggest('braclet').includes('bracelets'))
  t.ok(suggest('кольца', 'en').includes('rings'))
  t.ok(
    suggest('ring', 'ru').every((text) => /[а-я]/.test(text)),
    'suggestions are in their language',
  )
})

t.test('suggestions respect the limit, and a letter or a blank has none', async (t) => {
  t.equal(suggest('ring', 'en', 3).length, 3)
  for (const nothing of ['', ' ', 'r', ' r ', 'asdfgh', '🙂🙂']) t.same(suggest(nothing), [], nothing)
})
