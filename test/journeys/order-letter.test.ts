import t from 'tap'

import { formatMoney } from '#shared/money/format-money.ts'
import { visit } from '#test/support/browser.ts'
import { buy } from '#test/support/guests.ts'
import { hundredths, ordersOf } from '#test/support/orders.ts'
import { openPostOffice } from '#test/support/post-office.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const post = await openPostOffice(t)
const SMTP = { SMTP_URL: post.url, MAIL_FROM: 'Lumenite <letters@shop.example>' }
const PLACED = '/api/_internal/orders/placed'

t.test('whoever orders gets one letter, and a storefront that is away meanwhile still sends it once', async (t) => {
  const shop = await startOwnShop(t, { env: SMTP })
  const { commerce } = shop

  await t.test('in the language of the purchase, with the total to the cent', async (t) => {
    const email = 'masha@shopper.example'
    await visit(t, shop.url, (page) => buy(page.request, shop.url, { email, lang: 'ru' }))
    const [order] = await ordersOf(commerce, email)
    if (!order) throw new Error('nothing was ordered')
    const letter = await post.waitFor(email)

    t.equal(letter.subject, `Ваш заказ №\u00a0${order.display_id}`)
    t.match(letter.html, '<html dir="ltr" lang="ru-RU">')
    const total = formatMoney(hundredths(order.total), order.currency_code, 'ru')
    for (const part of [letter.text, letter.html]) {
      t.match(part, total)
      t.match(
        part,
        order.shipping_total === 0
          ? 'Бесплатно'
          : formatMoney(hundredths(order.shipping_total), order.currency_code, 'ru'),
      )
      for (const item of order.items) {
        t.match(part, formatMoney(hundredths(item.total), order.currency_code, 'ru'))
      }
      t.match(part, 'Engine Street')
      t.match(part, 'Соединенные Штаты')
    }
    t.notMatch(letter.text, /undefined|null|\[object/)

    const pictures = [...(letter.html ?? '').matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, source = '']) => source)
    t.equal(pictures.length, order.items.length, 'every piece has its picture')
    for (const source of pictures) {
      const answer = await fetch(source)
      t.match([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'], source)
    }

    await t.test('however often the backend tells of it', async (t) => {
      const calls = [1, 2, 3].map(() =>
        signedCall(shop.url + PLACED, { order_id: order.id, locale: 'ru-RU' }, commerce.secret),
      )
      t.same(
        (await Promise.all(calls)).map(({ status }) => status),
        [202, 202, 202],
      )
      // Letters go out in their order: with this one everything before it has gone.
      const next = 'next@shopper.example'
      await visit(t, shop.url, (page) => buy(page.request, shop.url, { email: next }))
      t.match((await post.waitFor(next)).subject, /^Your order \d+$/)
      t.equal(post.letters(email).length, 1)
      t.equal(post.letters(next).length, 1)
    })
  })

  await t.test('also where the storefront was away when it was placed', async (t) => {
    await shop.stop()
    const { buy: buyMeanwhile } = await readShop(commerce)
    await buyMeanwhile('eur')
    const again = await startOwnShop(t, { env: { ...SMTP, PORT: new URL(shop.url).port } })
    const email = 'shopper@example.com'
    const letter = await post.waitFor(email, undefined, 40_000)
    const [order] = await ordersOf(commerce, email)
    t.match(letter.text, formatMoney(hundredths(order?.total ?? 0), 'EUR', 'en'))
    await signedCall(again.url + PLACED, { order_id: order?.id, locale: null }, commerce.secret)
    const last = 'last@shopper.example'
    await visit(t, again.url, (page) => buy(page.request, again.url, { email: last }))
    await post.waitFor(last)
    t.equal(post.letters(email).length, 1)
  })
})

t.test('nobody but the backend can have a letter sent', async (t) => {
  const shop = await startOwnShop(t, { env: SMTP })
  const [order] = await ordersOf(shop.commerce, 'masha@shopper.example')
  const body = { order_id: order?.id ?? '', locale: null }
  const before = post.letters().length
  const hourAgo = Date.now() - 3_600_000
  t.equal((await signedCall(shop.url + PLACED, body, 'another secret')).status, 401)
  t.equal((await signedCall(shop.url + PLACED, body, shop.commerce.secret, hourAgo)).status, 401)
  t.equal((await fetch(shop.url + PLACED, { method: 'POST', body: JSON.stringify(body) })).status, 401)
  t.equal((await signedCall(shop.url + PLACED, { ...body, order_id: '../../admin' }, shop.commerce.secret)).status, 400)
  t.equal((await signedCall(shop.url + PLACED, { ...body, order_id: 'order_NONE' }, shop.commerce.secret)).status, 404)
  t.equal(post.letters().length, before)
})

t.test('a storefront that cannot remember a letter now asks to be told again', async (t) => {
  const shop = await startOwnShop(t, { env: { ...SMTP, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' } })
  const [order] = await ordersOf(shop.commerce, 'masha@shopper.example')
  const body = { order_id: order?.id, locale: 'ru-RU' }
  t.equal((await signedCall(shop.url + PLACED, body, shop.commerce.secret)).status, 503)
})
