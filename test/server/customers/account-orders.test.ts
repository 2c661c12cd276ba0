import t from 'tap'

import type { CartAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import type { Order, OrderAnswer } from '#shared/order/order.ts'
import { listProducts, variantOf } from '#test/server/shop-server.ts'
import { createAccounts } from '#test/support/accounts.ts'
import { capture, deliver } from '#test/support/deliveries.ts'
import { createHttpShopper, type HttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { hundredths, ordersOf } from '#test/support/orders.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'
import { sellNowhere, setStock } from '#test/support/shop-changes.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const {
  app,
  commerce,
  url: origin,
} = await startOwnShop(t, {
  env: { ...mailServer.env, UNPAID_ORDER_LIMITS: 'off' },
})

const { signIn } = createAccounts(t, origin, mailServer)
const RING = await variantOf(commerce, 'plain-wedding-band', 9)
const [FIRST = '', SECOND = '', THIRD = ''] = (await listProducts(commerce, 9)).filter((id) => id !== RING)

interface OrderedLine {
  variant_id: string
  quantity: number
  engraving?: string
}

type Call = [shopper: HttpShopper, method: 'GET' | 'POST', path: string, body?: object]

const callShop = async (...[shopper, ...call]: Call) => shopper.call(origin, ...call)
const callForCart = async (...call: Call) => (await callShop(...call)) as { status: number; body: CartAnswer }

async function order(email: string, lines: readonly OrderedLine[]): Promise<{ guest: HttpShopper; placed: Order }> {
  const guest = createHttpShopper()
  const { body: opened } = await callForCart(guest, 'POST', '/api/carts?lang=en', {})
  const path = `/api/carts/${opened.cart.id}`
  for (const line of lines) t.equal((await callShop(guest, 'POST', `${path}/line-items?lang=en`, line)).status, 200)
  await callShop(guest, 'POST', path, { email, shipping_address: ADDRESS })
  const offers = (await callShop(guest, 'GET', `${path}/shipping-options`)).body as ShippingOptionList
  await callShop(guest, 'POST', `${path}/shipping-methods`, { option_id: offers.shipping_options[0]?.id })
  await callShop(guest, 'POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' })
  const { body } = await callShop(guest, 'POST', `${path}/complete?lang=en`, {})
  return { guest, placed: (body as OrderAnswer).order }
}

const invoiceUrl = ({ id }: Pick<Order, 'id'>, lang = 'en') =>
  `${origin}/api/account/orders/${id}/invoice.pdf?lang=${lang}`

async function readInvoice(shopper: HttpShopper, placed: Order, lang = 'en'): Promise<string[]> {
  const answer = await shopper.open(invoiceUrl(placed, lang))
  t.equal(answer.status, 200)
  const pages = readPdf(Buffer.from(await answer.arrayBuffer()))
  return pages.flat().map((text) => text.replaceAll('\u00a0', ' '))
}

const after = (texts: readonly string[], label: string): string | undefined => texts[texts.indexOf(label) + 1]

t.test('a customer downloads the invoice of an order, whose sums are those in Medusa', async (t) => {
  const email = 'ada@shopper.example'
  const { placed } = await order(email, [
    { variant_id: RING, quantity: 2, engraving: 'Anna ♥ Max' },
    { variant_id: FIRST, quantity: 1 },
  ])
  const [inMedusa] = await ordersOf(commerce, email)
  const customer = await signIn(email)
  const answer = await customer.open(invoiceUrl(placed))
  t.match(
    Object.fromEntries(answer.headers),
    {
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="invoice-INV-${placed.number}.pdf"`,
    },
    'a file that no cache keeps',
  )
  const texts = await readInvoice(customer, placed)
  const money = (amount: number) => formatMoney(amount, placed.currency_code, 'en')
  t.equal(after(texts, 'Total, EUR'), money(hundredths(inMedusa?.total ?? 0)))
  t.equal(after(texts, 'Includes VAT'), money(hundredths(inMedusa?.tax_total ?? 0)))
  t.ok((inMedusa?.tax_total ?? 0) > 0)
  const rate = texts.slice(texts.lastIndexOf('19%'))
  t.same(
    rate.slice(1, 4),
    [placed.total - placed.tax_total, placed.tax_total, placed.total].map(money),
    'without tax, tax, with tax',
  )
  for (const line of inMedusa?.items ?? [])
    t.ok(texts.includes(money(hundredths(line.unit_price * line.quantity))), 'the amount of a line')
  const page = texts.join(' ')
  t.match(page, 'Engraving: Anna ♥ Max')
  t.match(page, `Payment reference: ${placed.number}`)
  t.match((await readInvoice(customer, placed, 'ru')).join(' '), `Счёт INV-${placed.number}`, 'in Russian too')

  await t.test('and it follows payment, shipping and cancellation', async (t) => {
    await capture(commerce, placed.id)
    await deliver(commerce, placed.id)
    const paid = (await readInvoice(customer, placed)).join(' ')
    t.match(paid, /Paid on \d+\s\w+ \d{4}\./)
    t.match(paid, /Date of supply: \d+\s\w+ \d{4}/)
    t.notMatch(paid, 'cancelled')

    const canceled = await order(email, [{ variant_id: FIRST, quantity: 1 }])
    await commerce.admin(`/admin/orders/${canceled.placed.id}/cancel`, { method: 'POST', body: {} })
    t.match((await readInvoice(canceled.guest, canceled.placed)).join(' '), 'This order was cancelled.')
  })
})

t.test('only the owner and a guest who has opened the order get its invoice', async (t) => {
  const email = 'grace@shopper.example'
  const { guest, placed } = await order(email, [{ variant_id: FIRST, quantity: 1 }])
  const stranger = await signIn('stranger@shopper.example')
  t.equal((await stranger.open(invoiceUrl(placed))).status, 404)
  t.equal((await createHttpShopper().open(invoiceUrl(placed))).status, 401)
  const late = await app.inject({ url: invoiceUrl(placed, 'ru'), headers: { 'sec-fetch-mode': 'navigate' } })
  t.match([late.statusCode, late.headers.location], [303, '/ru/account/sign-in'], 'a page, after the session has ended')
  t.equal((await stranger.open(invoiceUrl({ id: 'order_1' }))).status, 404)
  t.equal((await stranger.open(invoiceUrl({ id: '..%2Fadmin' }))).status, 404)

  const finder = createHttpShopper()
  t.equal((await callShop(finder, 'POST', '/api/orders/find', { number: placed.number, email })).status, 200)
  t.equal((await finder.open(invoiceUrl(placed))).status, 401, 'number and address may be known to others')
  t.notMatch(await (await finder.open(`${origin}/en/order/found`)).text(), 'invoice.pdf')
  t.equal((await guest.open(invoiceUrl(placed))).status, 200, 'the browser that has placed it')
})

const linesOf = ({ cart }: CartAnswer) =>
  cart.items.map(({ variant_id: id, engraving, quantity }) => ({ id, engraving, quantity }))

t.test('a customer orders the same again, and a double click adds it once', async (t) => {
  const email = 'emmy@shopper.example'
  const { placed } = await order(email, [
    { variant_id: RING, quantity: 2, engraving: 'Emmy' },
    { variant_id: FIRST, quantity: 1 },
  ])
  const customer = await signIn(email)
  const { body: opened } = await callForCart(customer, 'POST', '/api/carts', {})
  await callShop(customer, 'POST', `/api/carts/${opened.cart.id}/line-items`, { variant_id: FIRST, quantity: 1 })
  const path = `/api/account/orders/${placed.id}/reorder`
  const click = (key: string) => callForCart(customer, 'POST', path, { idempotency_key: key })
  const answers = await Promise.all([click('one'), click('one')])
  t.same(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const current = await callForCart(customer, 'GET', '/api/carts/current')
  t.equal(current.body.cart.id, opened.cart.id, 'in the same cart')
  const once = [
    { id: FIRST, engraving: null, quantity: 2 },
    { id: RING, engraving: 'Emmy', quantity: 2 },
  ]
  t.same(linesOf(current.body), once)
  t.equal(current.body.notice, undefined)
  t.same(linesOf((await click('two')).body)[1], { id: RING, engraving: 'Emmy', quantity: 4 }, 'a later click adds more')

  t.equal((await callShop(createHttpShopper(), 'POST', path, {})).status, 401)
  t.equal((await callShop(await signIn('other@shopper.example'), 'POST', path, {})).status, 404)
})

t.test('without JavaScript, the cart page names what is sold out or gone, and has the rest', async (t) => {
  const email = 'alan@shopper.example'
  const { placed } = await order(email, [
    { variant_id: SECOND, quantity: 1 },
    { variant_id: THIRD, quantity: 1 },
    { variant_id: FIRST, quantity: 1 },
  ])
  const customer = await signIn(email)
  await setStock(commerce, SECOND, 1)
  await sellNowhere(commerce, THIRD)

  const page = `/en/account/orders/${placed.id}`
  const html = await (await customer.open(`${origin}${page}`)).text()
  t.match(html, `href="/api/account/orders/${placed.id}/invoice.pdf?lang=en"`)
  const [, form = ''] = /<form [^>]*action="([^"]+\/reorder)"/.exec(html) ?? []
  const inputs = html.slice(html.indexOf(form)).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  const fields = Object.fromEntries(
    Array.from(inputs, ([, name = '', value = '']) => [name, value] as const).slice(0, 3),
  )
  t.match(fields, { idempotency_key: /./, return_to: '/en/cart', refused_to: page })
  const sent = await customer.submit(`${origin}${form}`, fields)
  t.equal(sent.status, 303)
  t.equal(sent.headers.get('location'), '/en/cart')

  const titleOf = (id: string) => placed.items.find((item) => item.variant_id === id)?.product_title ?? '?'
  const cart = (await (await customer.open(`${origin}/en/cart`)).text()).replaceAll('&#x27;', "'")
  t.match(cart, `${titleOf(SECOND)} is sold out.`)
  t.match(cart, `${titleOf(THIRD)} is no longer available.`)
  const { body } = await callForCart(customer, 'GET', '/api/carts/current')
  t.same(linesOf(body), [{ id: FIRST, engraving: null, quantity: 1 }])

  await t.test('a variant that was deleted is named too', async (t) => {
    const { products: found } = await commerce.admin<{ products: { id: string; variants: { id: string }[] }[] }>(
      '/admin/products?limit=100&fields=id,variants.id',
    )
    const product = found.find(({ variants }) => variants.some(({ id }) => id === THIRD))?.id
    // Medusa deletes no variant that is reserved for an order.
    await commerce.admin(`/admin/orders/${placed.id}/cancel`, { method: 'POST' })
    await commerce.admin(`/admin/products/${product}/variants/${THIRD}`, { method: 'DELETE' })
    const again = await callForCart(customer, 'POST', `/api/account/orders/${placed.id}/reorder?lang=en`, {})
    t.match(again.body.notice, `${titleOf(THIRD)} is no longer available.`)
  })
})
