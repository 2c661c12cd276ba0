import t from 'tap'

import { seeHeading, visit } from '#test/support/browser.ts'
import { launchChromium } from '#test/support/chromium.ts'
import type { Backend } from '#test/support/commerce.ts'
import { registerCustomer } from '#test/support/customer.ts'
import { buy } from '#test/support/guests.ts'
import { openMailServer, type ReceivedEmail } from '#test/support/mail-server.ts'
import { ordersOf } from '#test/support/orders.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, { env: { ...mailServer.env, UNPAID_ORDER_LIMITS: 'off' } })
const { commerce } = shop
const friend = await registerCustomer(commerce, 'friend@shopper.example')
/** A host name other than localhost: without HTTPS a browser sends no `sec-fetch-site` there. */
const PLAIN = 'http://shop.test'

async function linkTo(email: string, subject = /./): Promise<string> {
  const mail = await mailServer.waitFor(
    email,
    (received) => /account\/link/.test(received.text ?? '') && subject.test(received.subject ?? ''),
  )
  return /\S+\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? ''
}

t.test('a guest who bought signs in by an emailed link and finds the order in the account', async (t) => {
  const email = 'ada@shopper.example'
  await visit(t, shop.url, (page) => buy(page.request, shop.url, { email, lang: 'en' }))
  const [order] = await ordersOf(commerce, email)

  await visit(t, shop.url, async (page) => {
    await page.goto('/en/account')
    await page.waitForURL('**/en/account/sign-in')
    await page.getByLabel('Email').fill(' Ada@Shopper.example ')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByText('Please check your inbox. The link we’ve sent works for 15 minutes.').waitFor()
  })
  const link = await linkTo(email)
  t.ok(link.startsWith(`${shop.url}/en/account/link?`))

  await visit(t, shop.url, async (page) => {
    for (const method of ['HEAD', 'GET', 'GET']) await page.request.fetch(link, { method })
    const response = await page.goto(link)
    t.match(response?.headers(), { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    await page.getByText(`it opens the account of ${email}`).waitFor()
    await page.getByLabel('Your email address').fill(' Ada@Shopper.example')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    t.notMatch(page.url(), /token/)
    await page.getByRole('link', { name: `Order ${order?.custom_display_id}` }).click()
    await page.getByText('Delivery address').waitFor()
    t.match(page.url(), `/en/account/orders/${order?.id}`)

    await page.goto(link)
    await page.getByText('Our links work once, and for 15 minutes.').waitFor()
    const token = new URL(link).searchParams.get('token')
    const again = await page.request.post('/api/account/sign-in-link/use', { data: { token } })
    t.equal(again.status(), 410)
    t.match(await again.json(), { message: /already used/ })

    await page.goto('/en/account')
    const cart = await page.waitForFunction(() => localStorage.getItem('cart_id'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’ve signed out.').waitFor()
    // The browser gets a new cart, because the customer's stays in the account.
    await page.waitForFunction(
      (before) => ![null, before].includes(localStorage.getItem('cart_id')),
      await cart.jsonValue(),
    )
    await page.goto(`/en/account/orders/${order?.id}`)
    await page.waitForURL('**/en/account/sign-in')
  })
})

t.test('a shopper without JavaScript opens an account in Russian and finds no orders of other people', async (t) => {
  const email = 'maria@shopper.example'
  const [order] = await ordersOf(commerce, 'ada@shopper.example')
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/ru/account/sign-in')
    await page.getByLabel('Электронная почта').fill('maria')
    await page.getByRole('button', { name: 'Получить ссылку' }).click()
    await page.getByText('Укажите действующий адрес электронной почты.').waitFor()
    await page.getByLabel('Электронная почта').fill(email)
    await page.getByRole('button', { name: 'Получить ссылку' }).click()
    await page.getByText('Проверьте почту: мы отправили ссылку').waitFor()
    await page.goto(await linkTo(email))
    await page.getByRole('button', { name: 'Войти' }).click()
    await page.getByText('Заказов пока нет. Здесь появятся заказы, оформленные с этой электронной почтой.').waitFor()
    await page.goto(`/ru/account/orders/${order?.id}`)
    t.notMatch(await page.content(), order?.custom_display_id ?? /./, 'an order of another customer stays unknown')
  })
})

t.test('a shopper opens an account with a password, and a thief of the password is noticed', async (t) => {
  const email = 'lena@shopper.example'
  const [typed, changed] = ['a ring for lena', 'another ring for lena'] as const
  await visit(t, shop.url, { locale: 'en-US' }, async (page) => {
    await page.goto('/en/account/sign-in')
    await page.getByRole('link', { name: 'Create an account with a password' }).click()
    await page.getByLabel('First name').fill('Lena')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Please check your inbox.').waitFor()

    await page.goto(await linkTo(email, /Confirm/))
    await page.getByText('l…@shopper.example').waitFor()
    for (const [password, refusal] of [
      ['short', 'Please choose a password of at least 10 characters.'],
      ['Qwerty12345', 'This password is easy to guess. Please choose another one.'],
    ] as const) {
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Save and sign in' }).click()
      await page.getByText(refusal).waitFor()
      t.notMatch(await page.content(), password, 'the password is not in the page')
    }
    await page.reload()
    await page.getByLabel('Password').fill(typed)
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Lena' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.getByRole('link', { name: 'Sign in with your password' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(typed)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Lena' }).waitFor()

    await visit(t, shop.url, async (thief) => {
      await thief.goto('/en/account/sign-in?with=password')
      await thief.getByLabel('Email').fill(email)
      await thief.getByLabel('Password').fill(typed)
      await thief.getByRole('button', { name: 'Sign in' }).click()
      await thief.getByRole('heading', { name: 'Hello, Lena' }).waitFor()
      await mailServer.waitFor(email, ({ subject }) => subject === 'New sign-in to your account')

      await page.goto('/en/account/details')
      t.equal(await page.getByText('This device').count(), 1)
      const passwords = page.getByRole('region', { name: 'Change your password' })
      await passwords.getByLabel('Current password').fill('a wrong password')
      await page.getByLabel('New password, at least 10 characters').fill(changed)
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.getByText('This isn’t your current password.').waitFor()
      await passwords.getByLabel('Current password').fill(typed)
      await page.getByLabel('New password, at least 10 characters').fill(changed)
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.getByText('Your new password is saved.').waitFor()
      await mailServer.waitFor(email, ({ subject }) => subject === 'Your password was changed')

      await thief.goto('/en/account')
      await thief.waitForURL('**/en/account/sign-in')
    })
  })

  await visit(t, shop.url, async (page) => {
    await page.goto('/en/account/sign-in?with=forgot')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.goto(await linkTo(email, /new password/))
    await page.getByLabel('Password, at least 10 characters').fill('a third ring for lena')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Lena' }).waitFor()
  })
})

async function askForTransfer(
  email: string,
  lang: 'en' | 'ru',
): Promise<{ orderId: string; mail: ReceivedEmail; link: string }> {
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
  const { orderId, mail, link } = await askForTransfer('giver@shopper.example', 'en')
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
    await seeHeading(page, /^Transfer order \S+\?$/)
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

t.test('a shopper without JavaScript declines in Russian, and the order stays', async (t) => {
  const { orderId, mail, link: sent } = await askForTransfer('keeper@shopper.example', 'ru')
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
      await seeHeading(page, 'Запрос не найден')
    },
  )
})

t.test('a client can answer by JSON, and a page of another origin cannot', async (t) => {
  const { orderId, link } = await askForTransfer('script@shopper.example', 'en')
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
