import t from 'tap'

import { recipientHash } from '#server/email/email-tokens.ts'
import { stockDemand } from '#server/subscriptions/stock-alerts/stock-alerts-queries.ts'
import { createStockAlerts, type FindVariant } from '#server/subscriptions/stock-alerts/stock-alerts.ts'
import type { Product } from '#shared/product/product.ts'
import { isSoldOut } from '#shared/product/variant-choice.ts'

import { openMailingServer } from './mailing-server.ts'

const { app, post, submit, rows, queued } = await openMailingServer(t)

const URL = '/api/back-in-stock'
let tests = 0
/** A mailbox that has got no email yet. */
let ADA = ''
t.beforeEach(() => void (ADA = `ada-${(tests += 1)}@shopper.example`))
const ALL = 'SELECT * FROM stock_alerts ORDER BY requested_at, id'
const CONFIRM = "UPDATE stock_alerts SET confirmed_at = now() WHERE email_key <> 'unsure@shopper.example'"

t.test('a request is stored once, and asks the owner of a new address to confirm it', async (t) => {
  const [gone] = soldOutVariants()
  const answers = await Promise.all(
    ['ru', 'ru', 'ru'].map((lang) => post(URL, { variant_id: gone, email: ` ${ADA} `, lang })),
  )
  t.same(
    answers.map(({ status, body }) => [status, body]),
    answers.map(() => [202, { accepted: true }]),
  )
  t.match(await rows(ALL), [
    { email: ADA, variant_id: gone, language: 'ru', confirmed_at: null, sku: /rose-gold-9|blue/ },
  ])
  t.same(await queued(), ['confirm-stock-alert'])
  t.equal(await app.stockAlerts.sendDue(), 0, 'nothing is sent to an address that is not confirmed')
})

t.test(
  'an address gets one email a day that asks to confirm, and one confirmation counts for every piece',
  async (t) => {
    const [one, other] = soldOutVariants()
    for (const variant of [one, other]) await post(URL, { variant_id: variant, email: ADA })
    t.same(await queued(), ['confirm-stock-alert'])
    await rows("UPDATE stock_alerts SET asked_at = asked_at - interval '25 hours'")
    await post(URL, { variant_id: other, email: ADA })
    t.same(await queued(), ['confirm-stock-alert', 'confirm-stock-alert'], 'the next day it may be asked again')

    const token = app.mailing.tokens.sign('stock-alert', recipientHash(ADA))
    const view = await app.stockAlerts.open(token, 'ru')
    t.match(view, {
      link: 'good',
      address: 'a…@shopper.example',
      products: [{ isConfirmed: false }, { isConfirmed: false }],
    })
    t.match(view.products.map(({ name }) => name).join(), /[а-яё]/i, 'in the language of the page')
    t.equal(
      (await submit(`${URL}/confirm?lang=ru`, { token })).headers['location'],
      `/ru/back-in-stock/requests?token=${token}`,
    )
    t.match(await rows(ALL), [{ confirmed_at: Date }, { confirmed_at: Date }])
  },
)

t.test('a mailbox that got five unconfirmed emails today is not asked, and the visitor learns nothing', async (t) => {
  for (let nth = 0; nth < 5; nth += 1) await post('/api/email-subscribe', { email: `gr.ace+${nth}@gmail.com` })
  const known = await queued()
  t.equal(known.length, 5)
  const [gone] = soldOutVariants()
  t.match(await post(URL, { variant_id: gone, email: 'grace+6@gmail.com' }), { status: 202, body: { accepted: true } })
  t.same(await queued(), known)
})

t.test('a confirmed address is not asked again, and the answer does not tell', async (t) => {
  const [one, other] = soldOutVariants()
  await rows(
    `INSERT INTO subscriptions (email, email_key, site_type, language, consent_text, confirmed_at)
     VALUES ($1, $1, 'jewelry', 'en', '2026-11', now())`,
    [ADA],
  )
  const known = await post(URL, { variant_id: one, email: ADA })
  const unknown = await post(URL, { variant_id: one, email: 'new@shopper.example' })
  t.same(known.text, unknown.text)
  await rows('TRUNCATE subscriptions')
  await post(URL, { variant_id: other, email: ADA })
  t.match(await rows('SELECT * FROM stock_alerts WHERE email = $1', [ADA]), [
    { confirmed_at: Date },
    { confirmed_at: Date },
  ])
  t.same(await queued(), ['confirm-stock-alert'], 'only the new address is asked')
})

t.test('several processes send one email each for a restocked variant, and delete the request', async (t) => {
  const [back = '', gone] = soldOutVariants()
  const addresses = Array.from({ length: 60 }, (_, index) => `shopper-${index}@shopper.example`)
  for (const email of [...addresses, 'unsure@shopper.example']) await post(URL, { variant_id: back, email })
  await post(URL, { variant_id: gone, email: ADA })
  await rows(CONFIRM)
  await rows('TRUNCATE letters')

  const processes = Array.from({ length: 5 }, () => restocked(back))
  const sent = await Promise.all(processes.map((process) => process.sendDue()))
  t.equal(
    sent.reduce((sum, count) => sum + count, 0),
    addresses.length,
  )
  t.equal((await queued()).length, addresses.length)
  const jobs = await rows<{ to: string; url: string; price: string; unsubscribe: string }>(
    `SELECT data->>'to' AS to, data#>>'{letter,facts,piece,url}' AS url, data->>'unsubscribeUrl' AS unsubscribe
     FROM storefront_jobs.job WHERE data->'letter'->>'name' = 'back-in-stock'`,
  )
  t.same(new Set(jobs.map(({ to }) => to)), new Set(addresses))
  t.match(jobs[0], { url: /\/shop\/product\//, unsubscribe: /\/api\/back-in-stock\/stop\?lang=en&token=/ })
  t.match(
    (await rows<{ email: string }>(ALL)).map(({ email }) => email),
    ['unsure@shopper.example', ADA],
    'who has not confirmed, and who waits for another variant, still waits',
  )
  t.equal(await restocked(back).sendDue(), 0, 'after a restart nothing is sent again')

  t.equal((await post(URL, { variant_id: back, email: 'late@shopper.example' })).status, 202)
  await app.stockAlerts.forget()
})

t.test('who confirms when the piece is back already gets the email at once', async (t) => {
  const [back = ''] = soldOutVariants()
  await post(URL, { variant_id: back, email: ADA })
  await restocked(back).confirm(recipientHash(ADA))
  t.same(await queued(), ['confirm-stock-alert', 'back-in-stock'])
})

t.test('a variant that is unknown, deleted or in stock is refused with a sentence, and nothing is sent', async (t) => {
  const inStock = everyVariant().find((variant) => !isSoldOut(variant))?.id
  t.match(await post(URL, { variant_id: 'variant_01GONE', email: ADA }), {
    status: 400,
    body: { message: 'This item is no longer available. Please choose another one.' },
  })
  t.match(await post(`${URL}?lang=ru`, { variant_id: inStock, email: ADA, lang: 'ru' }), {
    status: 400,
    body: { message: /есть\sв\sналичии/, details: { fields: { variant_id: /есть\sв\sналичии/ } } },
  })
  t.equal((await rows(ALL)).length, 0)

  const [gone] = soldOutVariants()
  await post(URL, { variant_id: gone, email: ADA })
  await rows("UPDATE stock_alerts SET variant_id = 'variant_01DELETED', confirmed_at = now()")
  t.equal(await app.stockAlerts.sendDue(), 0)
  const view = await app.stockAlerts.open(app.mailing.tokens.sign('stock-alert', recipientHash(ADA)), 'ru')
  t.match(view.products, [{ name: /ring/i, path: null }], 'its page says that the piece is not sold any more')
  t.same(await queued(), ['confirm-stock-alert'])
})

t.test('bad input is refused by field, and a bot that fills in the hidden field is not', async (t) => {
  const [gone = ''] = soldOutVariants()
  for (const email of ['', 'ada', 'ada@localhost', 'a b@shopper.example', '🙂@shopper'])
    t.match(
      await post(URL, { variant_id: gone, email }),
      { status: 400, body: { details: { fields: { email: String } } } },
      email,
    )
  for (const body of [{ email: ADA }, { variant_id: "'; DROP", email: ADA }, { variant_id: gone, email: ADA, more: 1 }])
    t.equal((await post(URL, body)).status, 400)
  t.equal((await post(URL, { variant_id: gone, email: ADA, website: 'spam' })).status, 202)
  t.equal((await rows(ALL)).length, 0)
  const returnTo = `/ru/back-in-stock?piece=x&variant=${gone}`
  const refused = await submit(URL, { variant_id: gone, email: 'ada', lang: 'ru', return_to: returnTo })
  t.match(refused, {
    status: 303,
    headers: { location: returnTo },
    flash: { fields: { email: /адрес/ }, values: { email: 'ada' } },
  })
  const taken = await submit(URL, { variant_id: gone, email: ADA, lang: 'ru', return_to: '//evil.example' })
  t.match(taken, { status: 303, headers: { location: /^\/(en|ru)\/back-in-stock/ }, flash: { done: 'alerted' } })
})

t.test('an address waits for at most twenty pieces, and one visitor cannot flood others', async (t) => {
  const [gone] = soldOutVariants()
  await post(URL, { variant_id: gone, email: ADA })
  await rows(
    `INSERT INTO stock_alerts (email, email_key, recipient_hash, variant_id, piece, language, region_id)
     SELECT email, email_key, recipient_hash, 'variant_' || number, piece, language, region_id
     FROM stock_alerts, generate_series(1, 20) AS number`,
  )
  await rows('DELETE FROM stock_alerts WHERE variant_id = $1', [gone])
  t.match(await post(URL, { variant_id: gone, email: ADA, lang: 'ru' }), {
    status: 429,
    body: { message: /20\sукрашений/ },
  })

  const statuses = []
  for (let request = 0; request < 12; request += 1)
    statuses.push(
      (await post(URL, { variant_id: gone, email: `a${request}@shopper.example` }, { from: '203.0.113.77' })).status,
    )
  t.same(statuses, [...Array<number>(10).fill(202), 429, 429])
})

t.test('one POST of a mail provider stops every email of an address, and a damaged link does nothing', async (t) => {
  const [one, other] = soldOutVariants()
  for (const variant of [one, other]) await post(URL, { variant_id: variant, email: ADA })
  await post(URL, { variant_id: one, email: ADA.replace('@', '+b@') })
  const token = app.mailing.tokens.sign('stock-alert', recipientHash(ADA))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  t.equal(
    (await post(`${URL}/stop?token=${token.slice(0, -3)}`, 'List-Unsubscribe=One-Click', { headers })).status,
    400,
  )
  t.match(await post(`${URL}/confirm`, { token: 'broken' }), { status: 400, body: { message: /incomplete/ } })
  t.equal((await rows(ALL)).length, 3)
  t.match(await post(`${URL}/stop?token=${token}`, 'List-Unsubscribe=One-Click', { headers }), {
    status: 200,
    body: { done: true },
  })
  t.match(await rows(ALL), [{ email: ADA.replace('@', '+b@') }], 'another suffix is another address')
  t.match(await app.stockAlerts.open(token, 'en'), { link: 'good', address: null, products: [] })
  t.equal(
    (await submit(`${URL}/stop?lang=ru`, { token })).headers['location'],
    `/ru/back-in-stock/requests?token=${token}`,
  )
})

t.test('a request is deleted after 7 days without confirmation, and after 180 days', async (t) => {
  const [one] = soldOutVariants()
  for (const email of [ADA, 'unsure@shopper.example']) await post(URL, { variant_id: one, email })
  await rows(CONFIRM)
  const after = async (days: number) => {
    await rows(`UPDATE stock_alerts SET requested_at = now() - make_interval(days => $1)`, [days])
    await app.stockAlerts.forget()
    return (await rows(ALL)).length
  }
  t.same([await after(6), await after(8), await after(179), await after(181)], [2, 1, 1, 0])
})

t.test('the staff see the demand for each variant', async (t) => {
  const [one = '', other = ''] = soldOutVariants()
  t.same(await stockDemand(app.database), [])
  for (const email of [ADA, 'eve@shopper.example', 'unsure@shopper.example'])
    await post(URL, { variant_id: one, email })
  await post(URL, { variant_id: other, email: ADA })
  await rows(CONFIRM)
  t.match(await stockDemand(app.database), [
    { variant_id: one, waiting: 2, unconfirmed: 1, since: /^\d{4}-\d\d-\d\d$/, piece: /ring/i },
    { variant_id: other, waiting: 1, unconfirmed: 0 },
  ])
})

function everyVariant() {
  const shop = app.catalog.shop()
  const view = { locale: 'en', regionId: '' } as const
  const products = shop.handles().map((handle) => shop.product(handle, view) as Product)
  return products.flatMap(({ variants }) => variants)
}

function soldOutVariants(): string[] {
  return everyVariant()
    .filter(isSoldOut)
    .map(({ id }) => id)
}

/** The stock alerts of a process whose catalog shows that a variant is back. */
function restocked(variantId: string) {
  const find: FindVariant = (id, view) => {
    const shop = app.catalog.shop()
    const product = shop.product(shop.variantFacts(id, view.locale)?.handle ?? '', view)
    const variant = product?.variants.find((one) => one.id === id)
    if (!product || !variant) return undefined
    return { product, variant: id === variantId ? { ...variant, inventory_quantity: 3 } : variant }
  }
  return createStockAlerts({ mailing: app.mailing, find, origin: app.shopOrigin })
}
