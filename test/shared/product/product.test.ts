import t from 'tap'

import { lineKey } from '#shared/cart/line-key.ts'
import { charactersOf, checkEngraving, normalizeEngraving, readEngraving } from '#shared/product/engraving.ts'
import type { Image, ProductOption, Variant } from '#shared/product/product.ts'
import { productsPath, readHandles } from '#shared/product/products-query.ts'
import { filmOf, readFilms, readModel } from '#shared/product/read-films.ts'
import { checkStones, readStones, splitStones, writeStones } from '#shared/product/read-stones.ts'
import {
  availableOf,
  choiceQuery,
  chooseVariant,
  chosenOf,
  imagesOf,
  isSoldOut,
  missingOption,
  priceOf,
  readChoice,
  ringScale,
  variantsWith,
} from '#shared/product/variant-choice.ts'

const METAL = option('metal', ['yellow-gold', 'white-gold', 'rose-gold'])
const SIZE = option('size', ['5', '6', '7'])

const RING = {
  options: [SIZE, METAL],
  variants: [
    variant('y5', { metal: 'yellow-gold', size: '5' }, 4),
    variant('y6', { metal: 'yellow-gold', size: '6' }, 4),
    variant('w5', { metal: 'white-gold', size: '5' }, 0),
    variant('w6', { metal: 'white-gold', size: '6' }, 2),
    variant('r7', { metal: 'rose-gold', size: '7' }, 1),
  ],
}

function chosen(query: string, newest?: string): string | undefined {
  return chooseVariant(RING, readChoice(RING, new URLSearchParams(query)), newest)?.id
}

t.test('a link to a metal and a size selects that variant', async (t) => {
  t.equal(chosen('metal=white-gold&size=6'), 'w6')
  t.equal(chosen('size=5&metal=yellow-gold'), 'y5')
})

t.test('a link to a variant that is sold out still shows it', async (t) => {
  t.equal(chosen('metal=white-gold&size=5'), 'w5')
})

t.test('without a choice the first variant in stock is selected', async (t) => {
  t.equal(chosen(''), 'y5')
  const first = {
    ...RING,
    variants: RING.variants.map((one) => (one.id === 'y5' ? { ...one, inventory_quantity: 0 } : one)),
  }
  t.equal(chooseVariant(first, {})?.id, 'y6')
})

t.test('a partial choice is kept, and variants in stock go first', async (t) => {
  t.equal(chosen('metal=white-gold'), 'w6')
  t.equal(chosen('size=6'), 'y6')
})

t.test('a combination that does not exist keeps its metal and drops its size', async (t) => {
  t.equal(chosen('metal=rose-gold&size=5'), 'r7')
  t.equal(chosen('metal=yellow-gold&size=7'), 'y5')
})

t.test('the option that the shopper has just chosen is kept, and the other one is dropped', async (t) => {
  t.equal(chosen('metal=yellow-gold&size=7', 'size'), 'r7')
})

t.test('invalid options in the URL are ignored', async (t) => {
  t.same(readChoice(RING, new URLSearchParams('metal=tin&size=&colour=red&size=6')), {})
  t.equal(chosen('metal=__proto__'), 'y5')
})

t.test('a product without variants has none to choose', async (t) => {
  t.equal(chooseVariant({ options: [], variants: [] }, {}), undefined)
})

t.test('the URL of a choice selects it again and contains only real options', async (t) => {
  for (const one of RING.variants) t.equal(chosen(choiceQuery(RING, one.options)), one.id)
  t.equal(choiceQuery({ options: [option('metal', ['silver'])] }, { metal: 'silver' }), '')
})

t.test('each value of an option knows whether it exists and whether it is in stock', async (t) => {
  const ids = (choice: Record<string, string>) => variantsWith(RING, choice).map(({ id }) => id)
  t.same(ids({ metal: 'yellow-gold', size: '6' }), ['y6'])
  t.same(ids({ metal: 'rose-gold', size: '5' }), [])
  t.same(ids({ metal: 'yellow-gold' }), ['y5', 'y6'], 'of a metal whose size is not chosen yet')
  t.ok(variantsWith(RING, { metal: 'white-gold', size: '5' }).every(isSoldOut))
})

t.test('only the metal is chosen for the shopper, and a size never', async (t) => {
  const choice = (query: string) => {
    const asked = readChoice(RING, new URLSearchParams(query))
    return chosenOf(RING, chooseVariant(RING, asked), asked)
  }
  t.same(choice(''), { metal: 'yellow-gold' })
  t.equal(missingOption(RING, choice(''))?.code, 'size')
  t.same(choice('metal=white-gold&size=6'), { metal: 'white-gold', size: '6' })
  t.equal(missingOption(RING, choice('metal=white-gold&size=6')), undefined)
  t.same(choice('metal=rose-gold&size=5'), { metal: 'rose-gold' }, 'a size that the metal lacks is not replaced')

  const pendant = {
    options: [option('metal', ['silver']), option('length', ['42-cm', '45-cm'])],
    variants: [
      variant('p42', { metal: 'silver', length: '42-cm' }, 1),
      variant('p45', { metal: 'silver', length: '45-cm' }, 1),
    ],
  }
  t.equal(missingOption(pendant, chosenOf(pendant, pendant.variants[0], {}))?.code, 'length')
  const single = { options: pendant.options, variants: pendant.variants.slice(0, 1) }
  t.equal(missingOption(single, chosenOf(single, single.variants[0], {})), undefined, 'one possible value is chosen')
})

t.test('before a size is chosen, the price is the lowest of the metal', async (t) => {
  const priced = (id: string, metal: string, size: string, amount: number) => ({
    ...variant(id, { metal, size }, 1),
    calculated_price: { calculated_amount: amount } as Variant['calculated_price'],
  })
  const ring = {
    variants: [
      priced('y5', 'yellow-gold', '5', 200),
      priced('y6', 'yellow-gold', '6', 300),
      priced('s5', 'silver', '5', 100),
      priced('s6', 'silver', '6', 100),
    ],
  }
  t.match(priceOf(ring, { metal: 'yellow-gold' }), { price: { calculated_amount: 200 }, from: true })
  t.match(priceOf(ring, { metal: 'yellow-gold', size: '6' }), { price: { calculated_amount: 300 }, from: false })
  t.match(priceOf(ring, { metal: 'silver' }), { price: { calculated_amount: 100 }, from: false })
  t.equal(priceOf({ variants: [] }, {}), null)
})

t.test('the images are those of the chosen metal, or all of them if none is assigned', async (t) => {
  const images = ['a', 'b', 'c'].map(image)
  const white = { ...variant('w', {}, 1), images: ['c', 'b'] }
  t.same(
    imagesOf({ images }, white).map(({ id }) => id),
    ['b', 'c'],
  )
  t.same(imagesOf({ images }, variant('y', {}, 1)), images)
  t.same(imagesOf({ images }, undefined), images)
})

t.test('unmanaged stock never runs out', async (t) => {
  t.equal(availableOf({ ...variant('x', {}, 0), manage_inventory: false }), Infinity)
  t.equal(availableOf({ ...variant('x', {}, 0), allow_backorder: true }), Infinity)
  t.equal(availableOf(variant('x', {}, -2)), 0)
  t.equal(availableOf(variant('x', {}, 3)), 3)
})

function option(code: string, values: string[]): ProductOption {
  return { id: code, code, title: code, values: values.map((value) => ({ id: value, code: value, value })) }
}

function variant(id: string, options: Variant['options'], inventory_quantity: number): Variant {
  return {
    id,
    title: id,
    sku: null,
    inventory_quantity,
    allow_backorder: false,
    manage_inventory: true,
    weight: null,
    length: null,
    height: null,
    width: null,
    material: null,
    options,
    images: [],
    prices: [],
    calculated_price: null,
  }
}

function image(id: string): Image {
  return { id, url: `${id}.webp`, alt: '', width: 1200, height: 1200 }
}

t.test('sizes are called Russian only if they are, also in a shop whose sizes nobody has translated', async (t) => {
  const scaleOf = (...values: [code: string, value: string][]) =>
    ringScale({ values: values.map(([code, value]) => ({ id: code, code, value })) })
  t.equal(scaleOf(['5-5', '5.5'], ['6', '6'], ['13', '13']), 'us')
  t.equal(scaleOf(['5-5', '16'], ['6', '16,5'], ['13', '22,25']), 'russian')
  t.equal(scaleOf(['5-5', '16'], ['6', '6']), undefined, 'translated in part')
  t.equal(scaleOf(['52', '52'], ['54', '54']), undefined, 'European sizes')
  t.equal(scaleOf(['small', 'Small'], ['large', 'Large']), undefined)
})

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

const MOST = 20

t.test('a text is engraved on one line, composed, without invisible characters', async (t) => {
  t.equal(normalizeEngraving('  Anna \n  &\tMax '), 'Anna & Max')
  t.equal(normalizeEngraving('Zoe\u0301'), 'Zo\u00e9', 'a letter and its accent are one character')
  t.equal(normalizeEngraving('и\u0306'), 'й')
  t.equal(normalizeEngraving('A\u202Ennа\u200B'), 'Annа', 'no character changes the direction')
  t.equal(
    normalizeEngraving('you ❤️ me ❤ ♥\uFE0F ♾️'),
    'you ♥ me ♥ ♥ ∞',
    'hearts of a phone are hearts of the engraver',
  )
  t.equal(normalizeEngraving(' \n\t '), '')
})

t.test('Latin and Cyrillic letters, digits and common punctuation can be engraved', async (t) => {
  for (const text of [
    'Anna & Max',
    '12.08.2026',
    'Навсегда, твоя Ёлка',
    'ÀÉîõü Łódź Ľ',
    'Їжак — Ґава',
    '♥ ∞',
    '«Да!» (№1)',
    '',
  ]) {
    t.equal(checkEngraving(normalizeEngraving(text), MOST), null, text)
  }
})

t.test('every other character is named, an emoji as a whole', async (t) => {
  const refusedIn = (text: string) => checkEngraving(normalizeEngraving(text), MOST)
  t.same(refusedIn('Anna 😀 © 😀'), { code: 'refused', characters: ['😀', '©'] })
  t.same(refusedIn('👨‍👩‍👧 us'), { code: 'refused', characters: ['👨‍👩‍👧'] })
  t.same(refusedIn('שלום'), { code: 'refused', characters: ['ש', 'ל', 'ו', 'ם'] }, 'also letters from right to left')
  t.match(refusedIn('حب'), { code: 'refused' })
  t.match(refusedIn('日本'), { code: 'refused' })
  t.match(refusedIn('x\u0302'), { code: 'refused' }, 'also a mark that no font has with this letter')
  t.match(refusedIn('<b>'), { code: 'refused', characters: ['<', '>'] })
  t.same(
    refusedIn('あいうえおかき'),
    { code: 'refused', characters: ['あ', 'い', 'う', 'え', 'お'] },
    'at most five are named',
  )
})

t.test('characters are counted as a reader counts them', async (t) => {
  t.equal(charactersOf('é👨‍👩‍👧♥').length, 3)
  t.equal(checkEngraving('a'.repeat(MOST), MOST), null)
  t.same(checkEngraving('я'.repeat(500), MOST), { code: 'too-long', count: 500 })
})

t.test('a product says how many characters it has room for', async (t) => {
  t.equal(readEngraving(20), 20)
  t.equal(readEngraving('20'), 20, 'some tools write text')
  t.equal(readEngraving(4000), 40)
  for (const value of [undefined, null, '', 0, -1, 2.5, 'yes', {}]) {
    t.equal(readEngraving(value), null, JSON.stringify(value))
  }
})

t.test('lines of one variant are told apart by their engravings, without the text in a URL', async (t) => {
  const id = 'variant_01A'
  t.equal(lineKey(id), id)
  t.equal(lineKey(id, ''), id)
  const keys = ['Anna', 'anna', 'Аnna', 'Anna ♥', 'Max', 'я'.repeat(40)].map((text) => lineKey(id, text))
  t.equal(new Set(keys).size, keys.length)
  for (const key of keys) t.match(key, /^variant_01A_[a-z0-9]{1,8}$/)
})

const read = (query: string) => readHandles(new URLSearchParams(query))

t.test('handles in a URL are parsed as they were written', async (t) => {
  const handles = ['plain-wedding-band', 'кольцо', 'a&b']
  const path = productsPath('/compare', handles)
  t.equal(productsPath('/compare', ['a', 'b']), '/compare?pieces=a,b')
  t.same(readHandles(new URL(path, 'http://localhost').searchParams), handles)
  t.equal(productsPath('/compare', []), '/compare', 'without products it is the page itself')
})

t.test('handles in a URL are deduplicated, and invalid ones are dropped', async (t) => {
  t.same(read(''), [])
  t.same(read('pieces='), [])
  t.same(read('pieces=a,,b, a ,a'), ['a', 'b'])
  t.same(read(`pieces=a,${'x'.repeat(101)}`), ['a'])
})

t.test('a piece is filmed in one metal or in all, in formats that browsers play', async (t) => {
  const films = readFilms({
    film: 'ring.webm ring.mp4',
    'film:white-gold': 'https://a.example/white.MP4',
    filmed: 'a.mp4',
  })
  t.same(filmOf({ films }, 'white-gold'), ['https://a.example/white.MP4'])
  t.same(filmOf({ films }, 'rose-gold'), ['ring.webm', 'ring.mp4'])
  t.equal(filmOf({ films: readFilms({ film: 'ring.mov', 'film:white-gold': 3 }) }, 'white-gold'), undefined)
})

t.test('a model without a file that browsers draw is none', async (t) => {
  t.same(readModel({ model: 'ring.glb  ring.usdz' }), ['ring.glb', 'ring.usdz'])
  t.same(readModel({ model: 'ring.usdz' }), [])
  t.same(readModel(null), [])
})
