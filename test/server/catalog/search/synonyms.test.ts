import t from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'
import { REGION } from '#test/support/generated/contents.ts'

import { openSearchedShop } from './sample-shop.ts'

const { shop, handles, reading, count } = await openSearchedShop({ ignored: ['and'] })

t.test('a product is found by any form of its words, in any order', async (t) => {
  for (const q of ['pear ring', 'rings pears', 'RING, PEAR!', 'кольцо груша', 'кольца с грушей', 'груша кольцо']) {
    t.equal(handles(q)[0], 'pear-solitaire-ring', q)
  }
  t.same(handles('кольца'), handles('колец'))
  t.same(handles('жёлтое золото'), handles('желтое золото'))
})

t.test('a shopper searches with the words of both languages, and sees results in their own', async (t) => {
  t.equal(handles('теннисный браслет', 'en')[0], 'round-tennis-bracelet')
  t.equal(handles('tennis bracelet', 'ru')[0], 'round-tennis-bracelet')
  t.same(reading('tennis', 'ru').marks, [], 'a Russian list has no English words to mark')
  t.ok(reading('кольца', 'ru').marks.includes('кольцо'))
  t.ok(reading('pave').marks.includes('pavé'), 'as it stands')
})

t.test('only the last word matches as a prefix', async (t) => {
  t.equal(handles('tennis neckl')[0], 'round-tennis-necklace')
  t.ok(handles('обруч').includes('plain-wedding-band'))
  t.same(handles('neckl tennis').length > 0 && reading('neckl tennis').is_nearest, true)
})

t.test('a word of four letters may have one typo, one of eight letters two, a shorter one none', async (t) => {
  t.equal(reading('haol').instead, 'halo', 'swapped letters')
  t.equal(reading('braclet').instead, 'bracelet')
  t.equal(reading('necklaec').instead, 'necklace')
  t.equal(reading('solitiare ring').instead, 'solitaire ring')
  t.equal(reading('pondint').instead, null, 'two typos in seven letters are too many')
  t.equal(reading('обручялнае').instead, 'обручальное')
  t.equal(count('brr'), 0)
})

t.test('the typed words come before corrections', async (t) => {
  t.equal(reading('ring').instead, null)
  t.equal(reading('ring').did_you_mean, null)
  t.match(reading('half ring'), { instead: null, did_you_mean: 'halo ring' }, 'a word that only occurs in descriptions')
  t.equal(handles('half ring')[0], 'princess-pave-ring')
})

t.test('the other keyboard layout and transliteration are corrected, and the correction is shown', async (t) => {
  for (const [typed, meant] of [
    ['rjkmwj', 'кольцо'],
    ['ghbywtccf', 'принцесса'],
    ['кштп', 'ring'],
    ['kolco', 'кольцо'],
    ['koltsa', 'кольца'],
    ['sergi', 'серьги'],
    ['obruchalnoe kolco', 'обручальное кольцо'],
    ['эмеральд', 'emerald'],
  ] as const) {
    t.equal(reading(typed).instead, meant, typed)
    t.same(handles(typed), handles(meant), typed)
  }
})

t.test('joined and split words are understood', async (t) => {
  t.equal(reading('whitegold').instead, 'white gold')
  t.equal(reading('tenisbracelet').instead, 'tennis bracelet', 'also with a typo in one of them')
  t.same(handles('roundsolitairering').slice(0, 1), ['round-solitaire-ring'])
  t.same(handles('neck laces'), handles('necklaces'))
})

t.test('a product is found by its measures', async (t) => {
  t.equal(handles('6.5 mm')[0], 'round-solitaire-ring')
  t.same(handles('6,5мм', 'ru'), handles('6.5mm'))
  t.ok(handles('925', 'ru').includes('bezel-round-ring'))
  t.equal(reading('кштп 6.5ьь').instead, 'ring 6.5 mm')
  t.equal(count('7.77 mm'), 0)
})

t.test('a metal of two words is a phrase', async (t) => {
  const answer = shop.search({ q: 'розовое золото кольцо' }, { locale: 'ru', regionId: 'reg_us' })
  t.ok(answer.count > 1)
  t.ok(answer.products.every(({ metals }) => metals.some(({ code }) => code === 'rose-gold')))
})

/** Unlike any word of the shop, in both alphabets and keyboard layouts. */
const NONSENSE = 'asdfghjkl qwerty zxcvbnm xyz йцукен ывапролдж ячсмить асдфгхйкл ъъъ 123456789 💍 %%% — !!! %00'.split(
  ' ',
)
const ELSEWHERE =
  'shirt dog phone car london hello love watch brooch телефон москва привет люблю самолёт часы брошь запонки'

t.test('blank queries and words that mean nothing here find nothing and are not corrected', async (t) => {
  for (const q of [...NONSENSE, ...ELSEWHERE.split(' '), '', '   ', '\u0000', 'x'.repeat(200)])
    for (const locale of LOCALES) {
      t.equal(count(q, locale), 0, q)
      t.match(reading(q, locale), { is_nearest: false, instead: null, categories: [] }, q)
    }
})

t.test('a category name finds its products first, and the category', async (t) => {
  const view = { locale: 'en', regionId: REGION.id } as const
  for (const [q, listed] of [
    ['rings', 'rings'],
    ['кольца', 'rings'],
    ['подвеска', 'pendant'],
    ['колье', 'necklaces'],
    ['серьги-кольца', 'hoops'],
    ['tennis bracelets', 'tennis-bracelets'],
  ] as const) {
    const inCategory = new Set(shop.cards({ category: listed }, view)?.products.map(({ handle }) => handle))
    const first = handles(q).slice(0, inCategory.size)
    t.ok(
      first.every((handle) => inCategory.has(handle)),
      q,
    )
    t.equal(reading(q).categories[0]?.handle, listed, q)
  }
  t.same(reading('pear').categories, [])
  t.equal(reading('кольца', 'ru').categories[0]?.name, 'Кольца')
})

t.test('titles weigh more than descriptions, and equal scores keep the shop’s own order', async (t) => {
  const found = handles('band')
  t.same(found.slice(0, 2).toSorted(), ['plain-wedding-band', 'round-eternity-ring'])
  t.ok(found.includes('oval-solitaire-ring'), 'found through its description')
  const rings = handles('solitaire ring')
  t.ok(rings.indexOf('round-solitaire-ring') < rings.indexOf('blue-cushion-solitaire-ring'), 'a best seller')
})

t.test('if no product has all words, products with the rare ones come first', async (t) => {
  const { is_nearest: isNearest } = reading('blue marquise ring with a dragon')
  t.equal(isNearest, true)
  t.equal(handles('blue marquise ring with a dragon')[0], 'blue-cushion-solitaire-ring')
  t.equal(reading('pear ring').is_nearest, false)
})
