import type { Page } from 'playwright'
import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { everyCard, findRing } from '#test/support/categories.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const { url: origin } = await startOwnShop(t, {
  env: mailServer.env,
})
const ring = await findRing(origin)
const [first, second] = (await everyCard(origin)) as [Card, Card]
type Card = Awaited<ReturnType<typeof everyCard>>[number]

async function signIn(page: Page, email: string, lang = 'en'): Promise<void> {
  const before = mailServer.emails(email).length
  await page.request.post('/api/account/sign-in-link', { data: { email } })
  await page.goto(`/${lang}/account/link?token=${await nextToken(mailServer, email, before)}`)
  await page.getByRole('button', { name: lang === 'en' ? 'Sign in' : 'Войти' }).click()
  await page.waitForURL(`**/${lang}/account`)
}

const addRing = async (page: Page) =>
  page.request.post('/api/carts/current/line-items', {
    data: { variant_id: ring.variant.id, quantity: 1 },
    headers: { accept: 'application/json' },
  })

const heart = (page: Page, { title }: Card) => page.getByRole('button', { name: `Wish list: ${title}` }).first()

const wishList = async (page: Page) => page.evaluate(() => localStorage.getItem('wish_list') ?? '')

t.test('a customer finds the wish list on the other device, and nothing stays after the sign-out', async (t) => {
  const email = 'lists@shopper.example'
  await visit(t, origin, async (phone) => {
    await phone.goto('/en/shop/viewAll')
    await hydrated(phone)
    await heart(phone, first).click()
    await signIn(phone, email)
    await phone.waitForFunction(() => localStorage.getItem('synced')?.includes('wish_list":["'))

    await visit(t, origin, async (laptop) => {
      await signIn(laptop, email)
      await laptop.waitForFunction((handle) => localStorage.getItem('wish_list') === handle, first.handle)
      await laptop.goto(`/en/shop/product/${second.handle}`)
      await hydrated(laptop)
      await heart(laptop, second).click()
      await laptop.waitForFunction(
        (handle) => localStorage.getItem('synced')?.startsWith(`{"wish_list":["${handle}"`),
        second.handle,
      )
    })
    await phone.goto('/en/wishlist')
    await phone.waitForFunction((handle) => localStorage.getItem('wish_list')?.startsWith(`${handle},`), second.handle)

    await addRing(phone)
    const tab = await phone.context().newPage()
    await tab.goto('/en/cart')
    await tab.getByRole('link', { name: ring.product.title }).first().waitFor()
    await phone.goto('/en/account')
    await hydrated(phone)
    await phone.getByRole('button', { name: 'Sign out' }).click()
    await phone.getByText('You’ve signed out.').waitFor()
    await tab.getByText('Your cart is empty').first().waitFor()
    t.equal(await wishList(phone), '')
    t.equal(await phone.evaluate(() => localStorage.getItem('customer_id')), null)
  })
})

t.test('a customer saves two addresses, and chooses one of them in checkout with one click', async (t) => {
  const email = 'places@shopper.example'
  await visit(t, origin, async (page) => {
    await signIn(page, email)
    await page.getByRole('link', { name: 'Addresses' }).click()
    for (const [index, city] of ['Berlin', 'Potsdam'].entries()) {
      if (index > 0) await page.getByRole('link', { name: 'Add an address' }).click()
      await hydrated(page)
      await page.getByLabel('Country', { exact: true }).selectOption('DE')
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Orlova')
      await page.getByLabel('Address', { exact: true }).fill('Lindenstr. 4')
      await page.getByLabel('Postal code').fill('1')
      await page.getByLabel('City').fill(city)
      if (index === 0) {
        await page.getByRole('button', { name: 'Save address' }).click()
        await page.getByText('Please enter a valid postal code for the selected country.').waitFor()
        t.equal(await page.getByLabel('City').inputValue(), city, 'what was typed stays')
        t.same(await findViolations(page), [])
      }
      await page.getByLabel('Postal code').fill('10969')
      await page.getByRole('button', { name: 'Save address' }).click()
      await page.getByText('Your address is saved.').waitFor()
    }
    t.same(await findViolations(page), [])
    await addRing(page)
    await page.goto('/en/checkout')
    await hydrated(page)
    const city = page.locator('[name="shipping_address.city"]')
    t.equal(await city.inputValue(), 'Berlin', 'the default address is filled in')
    t.equal(await page.getByLabel('Email').inputValue(), email)
    await page.getByRole('button', { name: /Potsdam/ }).click()
    t.equal(await city.inputValue(), 'Potsdam')
    t.same(await findViolations(page), [])
    await page.locator('input[name=option_id]').first().waitFor()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.waitForURL('**/checkout/payment**')
    await page.getByText('Potsdam').first().waitFor()
  })
})
