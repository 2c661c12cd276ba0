import fastify from 'fastify'
import t from 'tap'

import type { BackendOrder } from '#server/cart/to-order.ts'
import { translations } from '#server/http/translations.ts'
import { drawInvoice } from '#server/orders/invoice/draw-invoice.ts'
import { toInvoice } from '#server/orders/invoice/to-invoice.ts'
import type { LineItem } from '#shared/cart/cart.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Order } from '#shared/order/order.ts'
import { SAMPLE_OPERATOR } from '#shared/shop/operator.ts'
import { readPdf } from '#test/support/read-pdf.ts'

const app = fastify()
await app.register(translations)
t.teardown(() => app.close())

const ANNA = {
  first_name: 'Анна',
  last_name: 'Орлова',
  address_1: 'Lindenstr. 4',
  city: 'Berlin',
  postal_code: '10969',
}

/** A line of one ring for 119.00 with 19 % VAT. */
function ring(fields: Partial<LineItem> = {}): LineItem {
  return {
    quantity: 1,
    unit_price: 11_900,
    total: 11_900,
    tax_total: 1900,
    discount_total: 0,
    tax_lines: [{ code: 'DE', rate: 19 }],
    adjustments: [],
    product_title: 'Кольцо «Солитер»',
    variant_title: 'Default variant',
    size: null,
    color: null,
    options: [],
    engraving: null,
    ...fields,
  } as LineItem
}

function orderOf(items: LineItem[], fields: Partial<Order> = {}): Order {
  const total = items.reduce((sum, item) => sum + item.total, 0)
  const tax = items.reduce((sum, item) => sum + item.tax_total, 0)
  return {
    id: 'order_1',
    number: 'K7QM-4T2X-5',
    status: 'pending',
    created_at: '2026-11-27T10:00:00.000Z',
    currency_code: 'EUR',
    items,
    item_total: total,
    item_tax_total: tax,
    shipping_total: 0,
    shipping_tax_total: 0,
    shipping_methods: [{ id: 'sm_1', shipping_option_id: null, name: 'Insured', amount: 0 }],
    tax_inclusive: true,
    tax_total: tax,
    total,
    held_until: null,
    payment: { method: 'paypal', state: 'paid', amount_due: 0, amount_refunded: 0 },
    email: 'anna@shopper.example',
    billing_address: null,
    shipping_address: { ...ANNA, country_code: 'DE' },
    gift: null,
    ...fields,
  } as Order
}

const NOTHING_ELSE = { shipping_methods: [], payment_collections: [], fulfillments: [] } as unknown as BackendOrder

async function draw(order: Order, backendOrder = NOTHING_ELSE, locale: Locale = 'en'): Promise<string[][]> {
  const terms = { brand: 'Lumenite', operator: SAMPLE_OPERATOR, priceUnit: 'major' as const }
  const invoice = toInvoice(order, backendOrder, { ...terms, locale, translate: app.translate })
  const pages = readPdf(await drawInvoice(invoice))
  return pages.map((texts) => texts.map((text) => text.replaceAll('\u00a0', ' ')))
}

const after = (texts: readonly string[], label: string): string | undefined => texts[texts.indexOf(label) + 1]

t.test('an invoice names seller, buyer, pieces and tax, in Russian too', async (t) => {
  const engraved = ring({
    engraving: 'Anna ♥ Max',
    size: '6',
    color: 'Белое золото',
    variant_title: 'Белое золото / 6',
  })
  const [texts = []] = await draw(orderOf([engraved]), NOTHING_ELSE, 'ru')
  const page = texts.join(' ')
  for (const text of [
    'Sample Jewellery Ltd',
    'EC1A 1ZZ',
    'Великобритания',
    'Налоговый номер: VAT GB 000',
    'Анна Орлова',
  ])
    t.match(page, text)
  t.match(page, 'Счёт INV-K7QM-4T2X-5')
  t.match(page, 'Дата счёта и заказа: 27 ноября')
  t.match(page, 'Кольцо «Солитер»')
  t.match(page, 'Белое золото · Размер 6 · Гравировка: Anna ♥ Max', 'also a heart')
  t.match(page, '100,00 €', 'the price without VAT')
  t.equal(after(texts, 'Итого, EUR'), '119,00 €')
  t.equal(after(texts, 'В том числе НДС'), '19,00 €')
  t.match(page, 'Страница 1 из 1')
})

t.test('the taxes of several rates add up to the tax of the order', async (t) => {
  const book = ring({ unit_price: 1070, total: 1070, tax_total: 70, tax_lines: [{ code: 'DE', rate: 7 }] })
  const order = orderOf([ring(), ring(), book], { shipping_total: 1190, shipping_tax_total: 190 })
  const delivery = { ...NOTHING_ELSE, shipping_methods: [{ tax_lines: [{ rate: 19 }] }] } as unknown as BackendOrder
  // Medusa rounds the sum, so it may differ by one from the sum of the rounded taxes.
  const rounded = { ...order, tax_total: order.tax_total + 190 + 1, total: order.total + 1190 }
  const [texts = []] = await draw(rounded, delivery)
  const table = texts.slice(texts.indexOf('Rate'))
  t.same(table.slice(table.indexOf('19%'), table.indexOf('19%') + 4), ['19%', '€209.99', '€39.91', '€249.90'])
  t.same(table.slice(table.indexOf('7%'), table.indexOf('7%') + 4), ['7%', '€10.00', '€0.70', '€10.70'])
  t.equal(after(texts, 'Includes VAT'), '€40.61')
})

t.test('a tax that is added to prices is a sum of its own, with each rate of a place', async (t) => {
  const rates = [
    { code: 'STATE', rate: 4 },
    { code: 'CITY', rate: 4.875 },
  ]
  const taxed = ring({ unit_price: 10_000, total: 10_000, tax_total: 888, tax_lines: rates })
  const order = orderOf([taxed], { tax_inclusive: false, currency_code: 'USD', total: 10_888 })
  const [texts = []] = await draw(order)
  t.notMatch(texts.join(' '), 'Unit price without VAT')
  t.ok(texts.includes('4% + 4.875%'))
  t.equal(after(texts, 'Tax'), 'Amount', 'the column')
  t.match(texts.join(' '), 'Subtotal $100.00')
  t.match(texts.join(' '), 'Tax $8.88')
  t.equal(after(texts, 'Total, USD'), '$108.88')
})

t.test('discounts, refunds and the days of payment and delivery are named', async (t) => {
  const cheaper = ring({
    total: 9900,
    tax_total: 1581,
    discount_total: 2000,
    adjustments: [{ amount: 2000, code: 'TEN' }],
  })
  const done = {
    ...NOTHING_ELSE,
    payment_collections: [{ refunded_amount: 50, payments: [{ captured_at: '2026-11-28T09:00:00.000Z' }] }],
    fulfillments: [
      { shipped_at: '2026-11-29T09:00:00.000Z', canceled_at: null },
      { shipped_at: '2026-12-03T09:00:00.000Z', canceled_at: '2026-12-03T10:00:00.000Z' },
    ],
  } as unknown as BackendOrder
  const [texts = []] = await draw(orderOf([cheaper]), done)
  t.equal(after(texts, 'Subtotal'), '€119.00')
  t.equal(after(texts, 'Discount (TEN)'), '−€20.00')
  t.equal(after(texts, 'Refunded'), '−€50.00')
  t.match(texts.join(' '), 'Paid with PayPal on 28 November 2026.')
  t.match(texts.join(' '), 'Date of supply: 29 November 2026')
})

t.test('an unpaid invoice says how and until when to pay', async (t) => {
  const payment = {
    method: 'invoice',
    state: 'due',
    amount_due: 11_900,
    amount_refunded: 0,
    instructions: 'IBAN: GB00\nBIC: EXAM\n',
  } as const
  const [texts = []] = await draw(orderOf([ring()], { payment, held_until: '2026-12-04T10:00:00.000Z' }))
  for (const line of [
    'Amount due: €119.00',
    'Due date: 4 December 2026',
    'Payment reference: K7QM-4T2X-5',
    'IBAN: GB00',
    'BIC: EXAM',
  ])
    t.ok(texts.includes(line), line)
})

t.test('the billing address comes first, and a delivery address that differs is named', async (t) => {
  const billing = { ...ANNA, company: 'Orlova GmbH', city: 'Αθήνα', country_code: 'GR' }
  const [texts = []] = await draw(orderOf([ring()], { billing_address: billing }))
  t.ok(texts.indexOf('Billed to') < texts.indexOf('Delivered to'))
  t.match(texts.join(' '), 'Orlova GmbH')
  t.match(texts.join(' '), '10969 Αθήνα Greece')
  const [same = []] = await draw(orderOf([ring()], { billing_address: { ...ANNA, country_code: 'DE' } }))
  t.notOk(same.includes('Delivered to'))
})

t.test('an order of 40 pieces with long names goes on on the next page, under the same head', async (t) => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
  const items = Array.from({ length: 40 }, (_, index) => ring({ product_title: `${word} ${index}`, engraving: word }))
  const pages = await draw(orderOf(items))
  t.ok(pages.length > 1)
  const names = pages.flat().join('').replaceAll(/\s/g, '')
  for (const index of items.keys()) t.match(names, `${word}${index}`)
  for (const [index, texts] of pages.entries()) {
    t.match(texts.at(-1), `Page ${index + 1} of ${pages.length}`)
    t.ok(texts.includes('Quantity') || !texts.join('').includes(word.slice(0, 20)), 'the head of the table')
  }
})
