import t from 'tap'

import { visit } from '#test/support/browser.ts'
import { launchChromium } from '#test/support/chromium.ts'
import type { Backend } from '#test/support/commerce.ts'
import { registerCustomer } from '#test/support/customer.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { buy } from '#test/support/guests.ts'
import { openMailServer, type ReceivedEmail } from '#test/support/mail-server.ts'
import { ordersOf } from '#test/support/orders.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, { env: mailServer.env })
const { commerce } = shop
const friend = await registerCustomer(commerce, 'friend@shopper.example')

/** Places an order and requests its transfer for a friend. @returns the email that the buyer gets */
async function ask(email: string, lang: 'en' | 'ru'): Promise<{ orderId: string; mail: ReceivedEmail; link: string }> {
  await visit(t, shop.url, (page) => buy(page.request, shop.url, { email, lang }))
  const [order] = await ordersOf(commerce, email)
  if (!order) throw new Error('nothing was ordered')
  await friend.requestTransfer(order.id)
  const mail = await mailServer.waitFor(email, ({ text }) => /order\/transfer/.test(text ?? ''))
  const [link = ''] = /\S+\/order\/transfer\S+/.exec(mail.text ?? '') ?? []
  return { orderId: order.id, mail, link }
}

async function ownerOf({ admin }: Backend, orderId: string): Promise<string | null> {
  const { order } = await admin<{ order: { customer_id: string | null } }>(
    `/admin/orders/${orderId}?fields=id,customer_id`,
  )
  return order.customer_id
}

t.test('an order moves only after its buyer agrees on the page of the email', async (t) => {
  const { orderId, mail, link } = await ask('giver@shopper.example', 'en')
  t.match(mail.subject, /^Transfer your order \S+ to another account\?$/)
  t.ok(link.startsWith(`${shop.url}/en/order/transfer?`))
  const before = await ownerOf(commerce, orderId)

  await visit(t, shop.url, async (page) => {
    for (const _ of [1, 2]) {
      const answer = await page.goto(link)
      t.match(answer?.headers(), {
        'cache-control': 'no-store',
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex',
      })
    }
    t.equal(await page.locator('meta[name="robots"]').getAttribute('content'), 'noindex')
    t.equal(await ownerOf(commerce, orderId), before, 'opening the page changes nothing')
    await page.getByRole('heading', { level: 1, name: /^Transfer order \S+\?$/ }).waitFor()
    t.same(await findViolations(page), [])
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('You accepted the request. The order has moved to the other account.').waitFor()
    t.equal(await ownerOf(commerce, orderId), friend.id)
    t.notMatch(page.url(), /token/, 'the token is removed from the URL')

    await page.goto(link)
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByText('This request has already been answered or cancelled.').waitFor()
    t.equal(await page.evaluate(() => document.referrer), `${shop.url}/`, 'the next page does not get it as referrer')
    t.equal(await ownerOf(commerce, orderId), friend.id, 'what was answered stays answered')
  })
})

/** A host name other than localhost: without HTTPS a browser sends no `sec-fetch-site` there. */
const PLAIN = 'http://shop.test'

t.test('a shopper without JavaScript declines in Russian, and the order stays', async (t) => {
  const { orderId, mail, link: sent } = await ask('keeper@shopper.example', 'ru')
  const link = sent.replace(shop.url, PLAIN)
  const browser = await launchChromium([`--host-resolver-rules=MAP shop.test ${new URL(shop.url).host}`])
  t.teardown(() => browser.close())
  t.match(mail.subject, /^Передать ваш заказ/)
  const before = await ownerOf(commerce, orderId)

  await visit(
    t,
    PLAIN,
    { javaScriptEnabled: false, browser, expected: [/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/] },
    async (page) => {
      await page.goto(link.replace(/token=[^&]+/, 'token=guessed'))
      await page.getByRole('button', { name: 'Разрешить', exact: true }).click()
      await page.getByText('Эта ссылка не подходит').waitFor()
      t.equal(await ownerOf(commerce, orderId), before, 'a guess moves nothing')

      await page.goto(link)
      await page.getByRole('button', { name: 'Отклонить', exact: true }).click()
      await page.getByText('Вы отклонили запрос. С заказом ничего не изменилось.').waitFor()
      t.equal(await ownerOf(commerce, orderId), before)

      await page.goto('/ru/order/transfer')
      await page.getByRole('heading', { level: 1, name: 'Запрос не найден' }).waitFor()
    },
  )
})

t.test('a client can answer by JSON, and a page of another origin cannot', async (t) => {
  const { orderId, link } = await ask('script@shopper.example', 'en')
  const token = new URL(link).searchParams.get('token')
  const send = (path: string, headers: Record<string, string> = {}, body: object = { token }) =>
    fetch(`${shop.url}/api/orders/${path}?lang=en`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  t.equal((await send(`${orderId}/transfer/accept`, { origin: 'https://evil.example' })).status, 403)
  t.equal((await send(`${orderId}/transfer/accept`, {}, {})).status, 400)
  t.equal((await send('order_NONE/transfer/accept')).status, 404)
  t.equal((await send('..%2f..%2fadmin/transfer/accept')).status, 404)
  const declined = await send(`${orderId}/transfer/decline`)
  t.same(
    [declined.status, await declined.json()],
    [200, { message: 'You declined the request. Your order hasn’t changed.' }],
  )
  t.equal((await send(`${orderId}/transfer/accept`)).status, 409)
})
