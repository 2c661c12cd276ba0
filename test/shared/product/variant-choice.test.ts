import t from 'tap'

import type { Image, ProductOption, Variant } from '#shared/product/product.ts'
import {
  availableOf,
  chooseVariant,
  choiceQuery,
  chosenOf,
  isSoldOut,
  imagesOf,
  missingOption,
  priceOf,
  readChoice,
  ringScale,
  variantsWith,
} from '#shared/product/variant-choice.ts'

const METAL = option('metal', ['yellow-gold', 'white-gold', 'rose-gold'])
const SIZE = option('size', ['5', '6', '7'])

/** A ring in two metals and two sizes; rose gold exists only in size 7, and white gold 5 is sold out. */
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
  return { id, url: `${id}.webp`, alt: '', width: 1200, height: 1200, placeholder: null }
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
