import type { Page } from 'playwright'
import t from 'tap'

import { goTo, hydrated, journey, visit } from '#test/support/browser.ts'
import { everyCard, findRing } from '#test/support/categories.ts'
import { focused, tabTo } from '#test/support/keyboard.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { chooseDelivery, fillAddress, goOn } from '#test/support/shopper.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, { env: mailServer.env })
const ring = await findRing(shop.url)
type Card = Awaited<ReturnType<typeof everyCard>>[number]
const [first, second] = (await everyCard(shop.url)) as [Card, Card]
const addRing = async (page: Page) =>
  page.request.post('/api/carts/current/line-items', {
    data: { variant_id: ring.variant.id, quantity: 1 },
    headers: { accept: 'application/json' },
  })
const heart = (page: Page, { title }: Card) => page.getByRole('button', { name: `Wish list: ${title}` }).first()
const wishList = async (page: Page) => page.evaluate(() => localStorage.getItem('wish_list') ?? '')

async function linkTo(email: string, subject = /./): Promise<string> {
  const mail = await mailServer.waitFor(
    email,
    (received) => /account\/link/.test(received.text ?? '') && subject.test(received.subject ?? ''),
  )
  return /\S+\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? ''
}

for (const javaScriptEnabled of [true, false])
  t.test(`a customer manages the account ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (t) => {
    const name = javaScriptEnabled ? 'ada' : 'grace'
    const [email, next] = [`${name}@shopper.example`, `${name}.new@shopper.example`]
    await visit(t, shop.url, { javaScriptEnabled, acceptDownloads: true }, async (page) => {
      await signIn(page, email)
      await page.goto('/en/account/details')
      const [archive] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download your data' }).click(),
      ])
      t.equal(archive.suggestedFilename(), 'my-data.zip')

      await page.getByLabel('New email address').fill('nonsense')
      await page.getByRole('button', { name: 'Email me a link' }).click()
      await page.getByText('Please enter a valid email address.').waitFor()
      await page.getByLabel('New email address').fill(next)
      await page.getByRole('button', { name: 'Email me a link' }).click()
      await page.getByText('Please open the link we’ve sent to your current address.').waitFor()
      await visit(t, shop.url, async (mailbox) => {
        await mailbox.goto(await linkTo(email, /Your email address is about to change/))
        await mailbox.getByText(`Your account would get the address ${next}`).waitFor()
        await mailbox.getByRole('button', { name: 'Allow the change' }).click()
        await mailbox.getByText('Now please open the link we’ve sent to your new address.').waitFor()
      })
      const link = await linkTo(next, /Confirm your new email address/)
      await visit(t, shop.url, async (stranger) => {
        await stranger.goto(link)
        await stranger.getByText('Please sign in to the account whose address you’re changing').waitFor()
      })
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm this address' }).click()
      await page.getByText('Your email address has been changed.').waitFor()
      await page.getByText(next, { exact: true }).waitFor()

      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByText('Please tick the box to confirm that you want to delete your account.').first().waitFor()
      await page.getByLabel('I want to delete my account').check()
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByText('We’ll delete your account in 14 days.').waitFor()
      await page.waitForURL('**/en/account/sign-in')
      await mailServer.waitFor(next, ({ subject }) => subject === 'Your account will be deleted')

      await signIn(page, next)
      await page.getByRole('heading', { name: 'Your account will be deleted on' }).waitFor()
      await page.getByRole('button', { name: 'Keep my account' }).click()
      await page.getByText('Your account stays.').waitFor()
      t.equal(await page.getByRole('button', { name: 'Keep my account' }).count(), 0)
    })
  })

journey(
  t,
  'a customer without JavaScript keeps an address from checkout',
  shop.url,
  { javaScriptEnabled: false },
  async (page, t) => {
    const goThroughDetails = async () => {
      await page.goto('/en/checkout/details')
      await page.getByLabel('Save this address to my account').check()
      await chooseDelivery(page)
      await goOn(page)
      t.equal(await page.getByRole('alert').count(), 0)
    }
    const addresses = page.getByRole('main').locator('address')
    await addRing(page)
    await page.goto('/en/checkout/details')
    await page.getByRole('group', { name: 'Delivery address' }).waitFor()
    t.equal(await page.getByLabel('Save this address to my account').count(), 0, 'a guest has no account')

    await signIn(page, 'keeper@shopper.example')
    await page.goto('/en/checkout/details')
    await fillAddress(page, true)
    await chooseDelivery(page)
    await goOn(page)
    await page.goto('/en/account/addresses')
    await page.getByRole('form', { name: 'New address' }).waitFor()
    t.equal(await addresses.count(), 0, 'nothing is saved unasked')

    await goThroughDetails()
    await goThroughDetails()
    await page.goto('/en/account/addresses')
    await page.getByText('Default for delivery and billing').waitFor()
    t.match(await addresses.allInnerTexts(), [/^Ada Lovelace\n12 Engine Street\n/])
    t.equal(await addresses.count(), 1, 'and only once')
  },
)

async function signIn(page: Page, email: string): Promise<void> {
  const before = mailServer.emails(email).length
  await page.request.post('/api/account/sign-in-link', { data: { email } })
  await page.goto(`/en/account/link?token=${await nextToken(mailServer, email, before)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/en/account')
}

t.test('a customer finds the wish list on the other device, and nothing stays after the sign-out', async (t) => {
  const email = 'lists@shopper.example'
  await visit(t, shop.url, async (phone) => {
    await goTo(phone, '/en/shop/viewAll')
    await heart(phone, first).click()
    await signIn(phone, email)
    await phone.waitForFunction(() => localStorage.getItem('synced')?.includes('wish_list":["'))

    await visit(t, shop.url, async (laptop) => {
      await signIn(laptop, email)
      await laptop.waitForFunction((handle) => localStorage.getItem('wish_list') === handle, first.handle)
      await goTo(laptop, `/en/shop/product/${second.handle}`)
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
    await goTo(phone, '/en/account')
    await phone.getByRole('button', { name: 'Sign out' }).click()
    await phone.getByText('You’ve signed out.').waitFor()
    await tab.getByText('Your cart is empty').first().waitFor()
    t.equal(await wishList(phone), '')
    t.equal(await phone.evaluate(() => localStorage.getItem('customer_id')), null)
  })
})

t.test('a customer saves two addresses, and chooses one of them in checkout with one click', async (t) => {
  const email = 'places@shopper.example'
  await visit(t, shop.url, async (page) => {
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
      }
      await page.getByLabel('Postal code').fill('10969')
      await page.getByRole('button', { name: 'Save address' }).click()
      await page.getByText('Your address is saved.').waitFor()
    }
    await addRing(page)
    await goTo(page, '/en/checkout')
    const city = page.locator('[name="shipping_address.city"]')
    t.equal(await city.inputValue(), 'Berlin', 'the default address is filled in')
    t.equal(await page.getByLabel('Email').inputValue(), email)
    await page.getByRole('button', { name: /Potsdam/ }).click()
    t.equal(await city.inputValue(), 'Potsdam')
    await page.locator('input[name=option_id]').first().waitFor()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.waitForURL('**/checkout/payment**')
    await page.getByText('Potsdam').first().waitFor()
  })
})

journey(t, 'a customer with a keyboard saves an address and signs out', shop.url, async (page, t) => {
  await signIn(page, 'keyboard@shopper.example')
  await hydrated(page)
  await tabTo(page, 'link "Addresses"')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/account/addresses')
  await hydrated(page)
  await tabTo(page, 'textbox "First name')
  await page.keyboard.type('Ada')
  await tabTo(page, 'button "Save address"')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/account/addresses?edit=new#edit')
  await page.locator(':focus[aria-invalid]').waitFor()
  t.match(await focused(page), /^(?:textbox|combobox) /, 'the focus is in the first field that needs an answer')
  await tabTo(page, 'button "Sign out"', 'Shift+Tab')
  await page.keyboard.press('Space')
  await page.getByText('You’ve signed out.').waitFor()
})
