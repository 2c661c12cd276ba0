import t from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'

import { openSearchedShop } from './sample-shop.ts'

const { suggest, reading, count } = await openSearchedShop({
  ignored: ['с', 'из', 'и', 'and'],
  optional: ['огранка', 'муассанит', 'moissanite'],
  same: [
    ['круг', 'круглый'],
    ['овал', 'овальный'],
    ['помолвочное', 'солитер'],
    ['engagement', 'solitaire'],
  ],
})

t.test('a shopper is offered shelves, metals, cuts and pieces that go on as they began', async (t) => {
  t.ok(suggest('rin').includes('rings'))
  t.ok(suggest('white g').includes('white gold rings'))
  t.ok(suggest('pear r').includes('pear rings'))
  t.ok(suggest('кол', 'ru').includes('кольца'))
  t.ok(suggest('кольца белое', 'ru').includes('кольца из белого золота'))
  t.ok(suggest('plain w').includes('Plain wedding band'))
})

t.test(
  'a shopper is understood in the other layout, the other alphabet, with a slip, and in the other language',
  async (t) => {
    t.ok(suggest('rjkm', 'ru').includes('кольца'))
    t.ok(suggest('serg', 'ru').includes('серьги'))
    t.ok(suggest('braclet').includes('bracelets'))
    t.ok(suggest('кольца', 'en').includes('rings'))
    t.ok(
      suggest('ring', 'ru').every((text) => /[а-я]/.test(text)),
      'and answered in their own',
    )
  },
)

t.test('nothing is offered that leads to an empty page, and nothing twice', async (t) => {
  for (const locale of LOCALES) {
    for (const begun of ['ri', 'ea', 'pe', 'se', 'mo', 'wh', 'ко', 'се', 'по', 'бе', 'му', 'те', 'en', 'об']) {
      const offered = suggest(begun, locale, 20)
      t.equal(new Set(offered.map((text) => text.toLowerCase())).size, offered.length)
      for (const text of offered)
        t.ok(count(text, locale) > 0 && !reading(text, locale).is_nearest, `${begun}: ${text}`)
    }
  }
})

t.test('as many as were asked for, and none for a letter or a blank', async (t) => {
  t.equal(suggest('ring', 'en', 3).length, 3)
  for (const nothing of ['', ' ', 'r', ' r ', 'asdfgh', '🙂🙂']) t.same(suggest(nothing), [], nothing)
})
