import t from 'tap'

import type { Image, ProductOption, Variant } from '#shared/product/product.ts'
import {
  availableOf,
  chooseVariant,
  choiceQuery,
  isSoldOut,
  imagesOf,
  readChoice,
  variantWith,
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
  for (const one of RING.variants) t.equal(chosen(choiceQuery(RING, one)), one.id)
  const bangle = variant('b', { metal: 'silver' }, 1)
  t.equal(choiceQuery({ options: [option('metal', ['silver'])] }, bangle), '')
})

t.test('each value of an option knows whether it exists and whether it is in stock', async (t) => {
  const yellow5 = RING.variants[0] as Variant
  t.equal(variantWith(RING, yellow5, 'size', '6')?.id, 'y6')
  t.equal(variantWith(RING, yellow5, 'metal', 'rose-gold'), undefined)
  const white5 = variantWith(RING, yellow5, 'metal', 'white-gold')
  t.ok(white5 && isSoldOut(white5))
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
