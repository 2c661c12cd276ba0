import t, { type Test } from 'tap'

import type { CartAnswer } from '#shared/cart/cart.ts'
import type { CountryList, DeliveryDates, VisitorCountry } from '#shared/country/visitor.ts'
import { buildShopServer, listVariants, TestShopper } from '#test/server/shop-server.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const commerce = await sharedCommerce()
const backendProxy = await startBreakingProxy(t, commerce.medusaUrl)
const app = await openApp(t)

const variants = await listVariants(commerce)
const variantId = variants.find((variant) => variant.inventory_quantity > 3)?.id

t.test('the country list has every country once, by name, with its currency', async (t) => {
  const shopper = new TestShopper(app)
  const { body } = await shopper.call<CountryList>('GET', '/api/visitor/countries')
  const [own, other] = body.groups
  t.match(own?.countries[0], { code: 'AU', name: 'Australia', currency_code: 'AUD' })
  t.ok(own?.countries.some(({ code, currency_code }) => code === 'US' && currency_code === 'USD'))
  t.ok(other?.countries.some(({ code, currency_code }) => code === 'NO' && currency_code === 'USD'))
  const codes = body.groups.flatMap(({ countries }) => countries.map(({ code }) => code))
  t.ok(codes.length > 200)
  t.equal(new Set(codes).size, codes.length)
  t.equal(body.country, null, 'the country is null without any hint')

  const russian = await shopper.call<CountryList>('GET', '/api/visitor/countries?lang=ru')
  t.match(russian.body.groups[0]?.countries[0], { code: 'AU', name: 'Австралия' })
  t.equal(russian.headers['cache-control'], 'no-store')
})

t.test('changing the country returns its region, and overrides the detected country from then on', async (t) => {
  const shopper = new TestShopper(app)
  const { status, body, headers } = await shopper.call<VisitorCountry>('POST', '/api/visitor/country', {
    country: 'de',
  })
  t.equal(status, 200)
  t.match(body, { countryCode: 'DE', currency_code: 'EUR', message: undefined })
  t.equal(headers['cache-control'], 'no-store')
  t.match(String(headers['set-cookie']), /user_country=DE; Max-Age=2592000; Path=\/; SameSite=Lax/)
  t.match((await shopper.call('GET', '/api/region/current')).body, { regionId: body.regionId, currency_code: 'EUR' })
  t.match((await shopper.call('GET', '/api/ip-location')).body, { countryCode: 'DE' })
})

t.test('an invalid country, or one without delivery, is refused with the name of the field', async (t) => {
  const shopper = new TestShopper(app)
  for (const sent of [{}, { country: 'Germany' }, { country: '' }, { country: 7 }, { country: 'D1' }]) {
    const answer = await shopper.call<{ message: string }>('POST', '/api/visitor/country', sent)
    t.equal(answer.status, 400, JSON.stringify(sent))
    t.match(answer.body.message, 'country')
  }
  const far = await shopper.call<{ message: string; details: object }>('POST', '/api/visitor/country', {
    country: 'XX',
  })
  t.equal(far.status, 400)
  t.match(far.body.details, { fields: { country: /don’t deliver/ } })
  t.notOk(shopper.cookies.has('user_country'), 'nothing has changed')
})

t.test('a form returns only to a page of the shop', async (t) => {
  const shopper = new TestShopper(app)
  const path = '/ru/shop/product/aurora?metal=rose-gold'
  t.match(await shopper.submit('/api/visitor/country', { country: 'GB', return_to: path }), {
    status: 303,
    location: path,
  })
  t.equal(shopper.cookies.get('user_country'), 'GB')
  for (const elsewhere of ['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)', '']) {
    const answer = await shopper.submit('/api/visitor/country?lang=ru', { country: 'GB', return_to: elsewhere })
    t.match(answer, { status: 303, location: '/ru' }, elsewhere)
  }
})

t.test('a refused form leads to the country page, which keeps the return path', async (t) => {
  const shopper = new TestShopper(app)
  const { status, location } = await shopper.submit('/api/visitor/country', { country: 'XX', return_to: '/ru/shop' })
  t.equal(status, 303)
  t.equal(location, '/ru/country?return_to=%2Fru%2Fshop')
  t.ok(shopper.cookies.has('flash'), 'the reason is shown')
})

t.test('during a backend outage the country changes, and the cart stays as it is', async (t) => {
  const shopper = new TestShopper(await openApp(t))
  const cart = await cartWithProduct(shopper)
  await backendProxy.goAway()
  const { status, body } = await shopper.call<VisitorCountry>('POST', '/api/visitor/country?lang=ru', { country: 'DE' })
  t.equal(status, 200)
  t.match(body, { countryCode: 'DE', currency_code: 'EUR', message: /Цены теперь в\sEUR/ })
  const form = await shopper.submit('/api/visitor/country', { country: 'DE', return_to: '/en/shop' })
  t.equal(form.location, '/en/country?return_to=%2Fen%2Fshop', 'a form shows the message on the country page')
  t.ok(shopper.cookies.has('flash'))

  await backendProxy.comeBack()
  const again = new TestShopper(await openApp(t))
  for (const [name, value] of shopper.cookies) again.cookies.set(name, value)
  const before = await again.call<CartAnswer>('GET', '/api/carts/current')
  t.match(before.body.cart, { id: cart.id, currency_code: 'USD', items: [{ quantity: 1 }] }, 'nothing is lost')
  t.equal((await again.call<VisitorCountry>('POST', '/api/visitor/country', { country: 'DE' })).body.message, undefined)
  const after = await again.call<CartAnswer>('GET', '/api/carts/current')
  t.match(after.body.cart, { id: cart.id, currency_code: 'EUR' }, 'saving again moves the cart')
})

t.test('a shopper sees the delivery dates of their country, also during a backend outage', async (t) => {
  const shopper = new TestShopper(await openApp(t))
  const ask = async (query: string) => (await shopper.call<DeliveryDates>('GET', `/api/visitor/delivery?${query}`)).body
  t.same(await ask('lang=en'), { country: null, price: null, ways: [] }, 'there are no dates without a country')
  const { country, price, ways } = await ask('lang=ru&time_zone=Europe/Berlin')
  t.same(country, { code: 'DE', name: 'Германия' })
  t.match(price, /^Бесплатная\sдоставка\sсо\sстраховкой$/)
  t.same(
    ways.map(({ name }) => name),
    ['Обычная доставка', 'Экспресс-доставка'],
  )
  const today = new Date().toISOString().slice(0, 10)
  for (const { earliest, latest } of ways) t.ok(today < earliest && earliest < latest, `${earliest} to ${latest}`)
  t.ok((ways[1]?.latest ?? '') < (ways[0]?.earliest ?? ''), 'express is sooner')

  await shopper.call('POST', '/api/visitor/country', { country: 'jp' })
  t.match((await ask('lang=en&time_zone=Europe/Berlin')).country, { name: 'Japan' }, 'the chosen country counts')
  await backendProxy.goAway()
  t.equal((await ask('lang=en')).ways.length, 2)
  t.equal((await ask('lang=ru')).ways.length, 2)
  await backendProxy.comeBack()
})

t.test('each choice of cookies is recorded once, without personal data', async (t) => {
  const visitor = new TestShopper(app)
  const valid = { choice: 'accepted', version: '2026-11', id: '0123456789abcdef0123456789abcdef' }
  const send = async (body: object) => visitor.call('POST', '/api/consent', { ...valid, ...body })
  // The second request repeats the first, whose response was lost.
  for (const choice of ['accepted', 'accepted', 'rejected', 'accepted']) t.equal((await send({ choice })).status, 204)
  for (const [field, value] of [
    ['choice', 'perhaps'],
    ['version', 'new'],
    ['id', 'ada@shopper.example'],
    ['email', 'ada@shopper.example'],
  ] as const) {
    const { status, body } = await send({ [field]: value })
    t.match([status, JSON.stringify(body)], [400, field], 'a wrong field is refused and named')
  }
  const rows = await app.database.query<Record<string, unknown>>('SELECT * FROM consent_records ORDER BY number')
  t.same(
    rows.map(({ choice }) => choice),
    ['accepted', 'rejected', 'accepted'],
  )
  t.same(Object.keys(rows[0] ?? {}).toSorted(), ['browser', 'choice', 'number', 'recorded_at', 'version'])
})

async function openApp(t: Test) {
  const opened = await buildShopServer({ ...commerce, medusaUrl: backendProxy.url })
  t.teardown(() => opened.close())
  return opened
}

async function cartWithProduct(shopper: TestShopper): Promise<CartAnswer['cart']> {
  await shopper.call('POST', '/api/carts', {})
  const added = await shopper.call<CartAnswer>('POST', '/api/carts/current/line-items', {
    variant_id: variantId,
    quantity: 1,
  })
  return added.body.cart
}
