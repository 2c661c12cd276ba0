import t from 'tap'

import { visit } from '#test/support/browser.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { buy } from '#test/support/guests.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { ordersOf } from '#test/support/orders.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, { env: mailServer.env })
const { commerce } = shop

/** Waits for an email with a link to the account. @returns its link */
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
    t.same(await findViolations(page), [])
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
    t.same(await findViolations(page), [])
    await page.getByText(`it opens the account of ${email}`).waitFor()
    await page.getByLabel('Your email address').fill(' Ada@Shopper.example')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    t.notMatch(page.url(), /token/)
    t.same(await findViolations(page), [])
    await page.getByRole('link', { name: `Order ${order?.custom_display_id}` }).click()
    await page.getByText('Delivery address').waitFor()
    t.match(page.url(), `/en/account/orders/${order?.id}`)
    t.same(await findViolations(page), [])

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
  const [first, second] = ['a ring for lena', 'another ring for lena'] as const
  await visit(t, shop.url, { locale: 'en-US' }, async (page) => {
    await page.goto('/en/account/sign-in')
    await page.getByRole('link', { name: 'Create an account with a password' }).click()
    await page.getByLabel('First name').fill('Lena')
    await page.getByLabel('Email').fill(email)
    t.same(await findViolations(page), [])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Please check your inbox.').waitFor()

    await page.goto(await linkTo(email, /Confirm/))
    await page.getByText('l…@shopper.example').waitFor()
    t.same(await findViolations(page), [])
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
    await page.getByLabel('Password').fill(first)
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Lena' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.getByRole('link', { name: 'Sign in with your password' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('a wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This email and password don’t match.').waitFor()
    await page.getByLabel('Password').fill(first)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Lena' }).waitFor()

    await visit(t, shop.url, async (thief) => {
      await thief.goto('/en/account/sign-in?with=password')
      await thief.getByLabel('Email').fill(email)
      await thief.getByLabel('Password').fill(first)
      await thief.getByRole('button', { name: 'Sign in' }).click()
      await thief.getByRole('heading', { name: 'Hello, Lena' }).waitFor()
      await mailServer.waitFor(email, ({ subject }) => subject === 'New sign-in to your account')

      await page.goto('/en/account/details')
      t.same(await findViolations(page), [])
      t.equal(await page.getByText('This device').count(), 1)
      const passwords = page.getByRole('region', { name: 'Change your password' })
      await passwords.getByLabel('Current password').fill('a wrong password')
      await page.getByLabel('New password, at least 10 characters').fill(second)
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.getByText('This isn’t your current password.').waitFor()
      await passwords.getByLabel('Current password').fill(first)
      await page.getByLabel('New password, at least 10 characters').fill(second)
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
