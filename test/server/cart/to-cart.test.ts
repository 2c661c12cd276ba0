import t from 'tap'

import { toCart, type BackendCart } from '#server/cart/to-cart.ts'
import { toLineItem, type BackendLine, type ShopFacts } from '#server/cart/to-line-item.ts'
import type { VariantFact } from '#server/catalog/to-product.ts'

const fact: VariantFact = {
  productId: 'prod_1',
  productTitle: 'Кольцо «Солитер»',
  productSubtitle: 'Круглый муассанит',
  leadDays: 0,
  handle: 'round-solitaire-ring',
  description: 'Один камень.',
  variantTitle: 'Белое золото / 6',
  size: '6',
  color: 'Белое золото',
  options: [],
  image: 'ring-1.webp',
  engraving: null,
  available: 4,
}
const shop: ShopFacts = { facts: () => fact, locale: 'ru', priceUnit: 'major' }
const unknown: ShopFacts = { ...shop, facts: () => undefined }

const line: BackendLine = {
  id: 'cali_1',
  title: 'Round solitaire ring',
  quantity: 2,
  variant_id: 'variant_1',
  variant_title: 'White gold / 6',
  variant_sku: 'ring-6',
  product_title: 'Round solitaire ring',
  product_handle: 'round-solitaire-ring',
  thumbnail: 'old.webp',
  unit_price: 154.8,
  compare_at_unit_price: 258,
  total: 309.6,
  tax_total: 0,
  discount_total: 0,
  requires_shipping: true,
  is_discountable: true,
  is_giftcard: false,
  created_at: '2026-01-02T00:00:00.000Z',
}

t.test('the texts of a line come from the catalog, its amounts are integer hundredths', async (t) => {
  t.match(toLineItem(line, 'cart_1', shop), {
    cart_id: 'cart_1',
    title: 'Кольцо «Солитер»',
    product_title: 'Кольцо «Солитер»',
    product_subtitle: 'Круглый муассанит',
    variant_title: 'Белое золото / 6',
    size: '6',
    color: 'Белое золото',
    thumbnail: 'ring-1.webp',
    unit_price: 15_480,
    original_unit_price: 25_800,
    total: 30_960,
    original_total: 51_600,
    has_shipping: true,
    allow_discounts: true,
    variant: { sku: 'ring-6', available: 4, product: { id: 'prod_1', title: 'Кольцо «Солитер»' } },
  })
})

t.test('a line has every field that API clients know', async (t) => {
  const reported = toLineItem(line, 'cart_1', shop)
  const fields = [
    ['id', 'cart_id', 'variant_id', 'quantity', 'title', 'description', 'thumbnail', 'created_at', 'updated_at'],
    ['unit_price', 'original_unit_price', 'total', 'original_total', 'tax_total', 'discount_total', 'gift_card_total'],
    ['tax_lines', 'adjustments', 'is_return', 'is_giftcard', 'should_merge', 'allow_discounts', 'has_shipping'],
    ['product_title', 'product_subtitle', 'variant_title', 'size', 'color', 'variant'],
  ].flat()
  for (const field of fields) t.ok(reported[field as keyof typeof reported] !== undefined, field)
  t.match(reported, { id: 'cali_1', variant_id: 'variant_1', quantity: 2, description: 'Один камень.' })
  const bought = { ...line, tax_lines: [{ code: 'VAT', rate: 20 }], adjustments: [{ amount: 1.5, code: 'SPRING' }] }
  t.match(toLineItem(bought, 'cart_1', shop), {
    tax_lines: [{ code: 'VAT', rate: 20 }],
    adjustments: [{ amount: 150, code: 'SPRING' }],
  })
})

t.test('a discontinued product keeps the texts with which it was added', async (t) => {
  t.match(toLineItem(line, 'cart_1', unknown), {
    title: 'Round solitaire ring',
    variant_title: 'White gold / 6',
    size: null,
    thumbnail: 'old.webp',
    variant: { available: null },
  })
})

t.test('a missing or not higher former price equals the price', async (t) => {
  for (const former of [null, undefined, 0, 100]) {
    const item = toLineItem({ ...line, compare_at_unit_price: former }, 'cart_1', shop)
    t.equal(item.original_unit_price, item.unit_price)
  }
})

t.test('a product without choices has the variant name that hides the label, in every language', async (t) => {
  for (const title of ['Default variant', 'Default Title', '', null]) {
    t.equal(toLineItem({ ...line, variant_title: title }, 'cart_1', shop).variant_title, 'Default variant')
  }
})

const cart = {
  id: 'cart_1',
  currency_code: 'eur',
  region_id: 'reg_1',
  total: 319.6,
  item_total: 309.6,
  shipping_total: 10,
  tax_total: 0,
  discount_total: 0,
  completed_at: null,
  email: 'anna@example.com',
  shipping_address: { country_code: 'de', city: 'Berlin', metadata: { secret: true } },
  items: [
    { ...line, id: 'cali_2', created_at: '2026-01-03T00:00:00.000Z' },
    { ...line, id: 'cali_1' },
  ],
  shipping_methods: [{ id: 'casm_1', name: 'Express', amount: 10, shipping_option_id: 'so_1' }],
  payment_collection: {
    id: 'pay_col_1',
    payment_sessions: [
      { id: 'payses_1', provider_id: 'pp_x', status: 'pending', amount: 319.6, data: { client_secret: 'x' } },
    ],
  },
  promotions: [{ code: 'SPRING' }, { code: 'AUTO', is_automatic: true }],
} as unknown as BackendCart

t.test('a discount of 33 % leaves a whole number of yen', async (t) => {
  const yen = { ...line, quantity: 3, unit_price: 10_001, total: 20_102.01, discount_total: 9900.99 }
  const shaped = toCart(
    { ...cart, currency_code: 'jpy', items: [yen], item_total: 20_102.01, total: 20_102.01 } as never,
    shop,
  )
  t.match(shaped, { total: 2_010_200, item_total: 2_010_200, items: [{ unit_price: 1_000_100, total: 2_010_200 }] })
  t.match(shaped.items[0], { discount_total: 990_100 })
})

t.test('a cart has the shape that the browser expects', async (t) => {
  const shaped = toCart(cart, shop)
  t.match(shaped, {
    status: 'open',
    currency_code: 'EUR',
    item_total: 30_960,
    original_item_total: 103_200,
    shipping_total: 1000,
    total: 31_960,
    shipping_methods: [{ id: 'casm_1', shipping_option_id: 'so_1', name: 'Express', amount: 1000 }],
    payment_collection: { id: 'pay_col_1', payment_sessions: [{ amount: 31_960 }] },
    promo_codes: ['SPRING'],
    shipping_address: { country_code: 'DE', city: 'Berlin' },
    billing_address: null,
  })
  t.same(
    shaped.items.map(({ id }) => id),
    ['cali_1', 'cali_2'],
    'the piece that was added first stands first',
  )
  t.notMatch(JSON.stringify(shaped), /secret/, 'nothing leaves that was not asked for')
  t.equal(toCart({ ...cart, completed_at: '2026-01-05T00:00:00.000Z' }, shop).status, 'completed')
})

t.test('a backend with minor units gives the same cart', async (t) => {
  const minor = { ...shop, priceUnit: 'minor' as const }
  t.equal(toCart({ ...cart, total: 31_960 }, minor).total, 31_960)
})
