import t from 'tap'

import { deliveryDays } from '#shared/delivery/delivery-days.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Order, OrderAnswer } from '#shared/order/order.ts'
import { tryOrder } from '#test/server/orders/try-order.ts'
import { buildShopServer, listVariants, TestShopper } from '#test/server/shop-server.ts'
import { inDatabase } from '#test/support/databases.ts'
import { arrive, capture, pack, refund, returnAll, ship } from '#test/support/deliveries.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce)
t.teardown(() => app.close())
const variants = (await listVariants(commerce)).filter((one) => one.inventory_quantity > 5)

/** Delivery days of the sample shop's cheapest shipping option. */
const STANDARD = { from: 5, to: 8 }

t.test('a shopper sees the progress of an invoice order, from placed to returned', async (t) => {
  const placed = await place('ada@example.com', 0)
  t.equal(placed.state, 'awaiting_payment')
  t.same(placed.payment, { method: 'invoice', state: 'due', amount_due: placed.total, amount_refunded: 0 })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
  t.same(placed.arrival, { ...deliveryDays(new Date(), STANDARD, app.site.workshop), if_paid_on: today })
  t.same(placed.shipments, [])

  await capture(commerce, placed.id)
  const paid = await read(placed)
  t.equal(paid.state, 'paid')
  t.same(paid.payment, { method: 'invoice', state: 'paid', amount_due: 0, amount_refunded: 0 })
  t.match(paid.arrival, { earliest: /^\d{4}-\d\d-\d\d$/, if_paid_on: null }, 'counted from the day of the payment')

  await pack(commerce, placed.id)
  t.equal((await read(placed)).state, 'preparing')

  const parcel = (number: string, url: string) => ({ tracking_number: number, tracking_url: url, label_url: '#' })
  await ship(commerce, placed.id, [
    parcel('RR 123 456', 'https://post.example/track?n=RR123456'),
    parcel('UNLINKED', '#'),
    parcel('LURED', 'https://post.example:secret@evil.example/'),
    parcel('NOWHERE', '#'),
    parcel(' ', 'https://post.example/'),
  ])
  // Medusa refuses such a URL from the admin UI, but accepts it from a carrier's API client.
  await rewriteLink('UNLINKED', 'javascript:alert(1)')
  const shipped = await read(placed)
  t.equal(shipped.state, 'shipped')
  t.same(
    shipped.shipments,
    [
      { number: 'LURED', url: null },
      { number: 'NOWHERE', url: null },
      { number: 'RR 123 456', url: 'https://post.example/track?n=RR123456' },
      { number: 'UNLINKED', url: null },
    ],
    'no link leads anywhere but to the web',
  )
  t.same(shipped.arrival, paid.arrival, 'the promise stays')
  const { body } = await new TestShopper(app).call<OrderAnswer>('GET', `/api/orders/${placed.id}`)
  t.equal(body.order.state, 'shipped')
  t.same(body.order.shipments, [], 'a visitor who knows no more than the id gets no tracking number')

  await arrive(commerce, placed.id)
  const delivered = await read(placed)
  t.match(delivered, { state: 'delivered', arrival: null })

  await returnAll(commerce, placed.id)
  t.equal((await read(placed)).state, 'returned')
})

const FIGURES = ['item_total', 'shipping_total', 'discount_total', 'tax_total', 'total'] as const
const figuresOf = (order: Order): number[] => [
  ...FIGURES.map((name) => order[name]),
  ...order.items.map(({ total }) => total),
]

t.test('a refund leaves the totals of the order as they were, and the order says what was paid back', async (t) => {
  const placed = await place('katherine@example.com', 3)
  await capture(commerce, placed.id)
  await refund(commerce, placed.id, 10)
  const partly = await read(placed)
  t.same(figuresOf(partly), figuresOf(placed))
  t.match(partly.payment, { state: 'partly_refunded', amount_refunded: 1_000 })

  await pack(commerce, placed.id)
  await ship(commerce, placed.id)
  await arrive(commerce, placed.id)
  await returnAll(commerce, placed.id)
  const returned = await read(placed)
  t.same(figuresOf(returned), figuresOf(placed), 'also when its items came back')
  t.match(returned, { state: 'returned', payment: { amount_refunded: 1_000 } })
})

t.test('a canceled order asks for no payment and shows no delivery date', async (t) => {
  const placed = await place('grace@example.com', 1)
  await commerce.admin(`/admin/orders/${placed.id}/cancel`, { method: 'POST', body: {} })
  t.match(await read(placed), {
    state: 'canceled',
    payment: { method: 'invoice', state: 'none', amount_due: 0 },
    arrival: null,
    held_until: null,
  })
})

t.test('an unpaid order says how to pay as the operator has written it, until it is paid', async (t) => {
  const folder = t.testdir({
    media: { 'manifest.json': '[]' },
    'site.yml': 'invoice:\n  en: |\n    IBAN: GB00\n  ru: |\n    Счёт: GB00\n',
  })
  const own = await buildShopServer(commerce, { CONTENT_DIR: folder })
  t.teardown(() => own.close())
  const placed = await place('emmy@example.com', 1)
  t.equal(placed.payment.instructions, undefined, 'without bank details in the settings staff email them')
  const readIn = async (locale: Locale) => (await own.carts.readOrder(placed.id, { locale })).payment.instructions
  t.same([await readIn('en'), await readIn('ru')], ['IBAN: GB00\n', 'Счёт: GB00\n'])
  await commerce.admin(`/admin/orders/${placed.id}/cancel`, { method: 'POST', body: {} })
  t.equal(await readIn('en'), undefined)
})

t.test('no delivery date is shown if the operator has not configured delivery times', async (t) => {
  const placed = await place('alan@example.com', 2)
  const [option] = (
    await commerce.admin<{ order: { shipping_methods: { shipping_option_id: string }[] } }>(
      `/admin/orders/${placed.id}?fields=id,*shipping_methods`,
    )
  ).order.shipping_methods
  const path = `/admin/shipping-options/${option?.shipping_option_id}`
  await commerce.admin(path, { method: 'POST', body: { metadata: { days: '' } } })
  await app.catalog.refresh('all')
  const options = () => app.catalog.regions().flatMap(({ shippingOptions }) => shippingOptions)
  await until(() => options().some(({ id, days }) => id === option?.shipping_option_id && days === null))
  t.match(await app.carts.readOrder(placed.id, { locale: 'en' }), { state: 'awaiting_payment', arrival: null })
})

async function place(email: string, variant: number): Promise<Order> {
  const { body } = await tryOrder(app, email, variants[variant]?.id ?? '', 1)
  return (body as OrderAnswer).order
}

async function read({ id }: Order): Promise<Order> {
  return app.carts.readOrder(id, { locale: 'en' })
}

async function rewriteLink(number: string, url: string): Promise<void> {
  const sql = 'UPDATE fulfillment_label SET tracking_url = $1 WHERE tracking_number = $2'
  await inDatabase(commerce.shopDatabaseUrl, sql, [url, number])
}
