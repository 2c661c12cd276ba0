import type { Page } from 'playwright'
import t from 'tap'

import { visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { chooseDelivery, fillAddress, goOn } from '#test/support/shopper.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, { env: mailServer.env })

/** Waits for an email with a link to the account. @returns its link */
async function linkTo(email: string, subject: RegExp): Promise<string> {
  const mail = await mailServer.waitFor(
    email,
    (received) => /account\/link/.test(received.text ?? '') && subject.test(received.subject ?? ''),
  )
  return /\S+\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? ''
}

async function signIn(page: Page, address: string): Promise<void> {
  const before = mailServer.emails(address).length
  await page.goto('/en/account/sign-in')
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText('Please check your inbox.').waitFor()
  await page.goto(`/en/account/link?token=${await nextToken(mailServer, address, before)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Your orders' }).waitFor()
}

for (const javaScriptEnabled of [true, false])
  t.test(`a customer manages the account ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (t) => {
    const name = javaScriptEnabled ? 'ada' : 'grace'
    const [email, next] = [`${name}@shopper.example`, `${name}.new@shopper.example`]
    await visit(t, shop.url, { javaScriptEnabled, acceptDownloads: true }, async (page) => {
      await signIn(page, email)
      await page.goto('/en/account/details')
      if (javaScriptEnabled) t.same(await findViolations(page), [])
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
        t.same(await findViolations(mailbox), [])
        await mailbox.getByRole('button', { name: 'Allow the change' }).click()
        await mailbox.getByText('Now please open the link we’ve sent to your new address.').waitFor()
      })
      const link = await linkTo(next, /Confirm your new email address/)
      await visit(t, shop.url, async (stranger) => {
        await stranger.goto(link)
        await stranger.getByText('Please sign in to the account whose address you’re changing').waitFor()
        t.same(await findViolations(stranger), [])
      })
      await page.goto(link)
      if (javaScriptEnabled) t.same(await findViolations(page), [])
      await page.getByRole('button', { name: 'Confirm this address' }).click()
      await page.getByText('Your email address has been changed.').waitFor()
      await page.getByText(next, { exact: true }).waitFor()

      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByText('Please tick the box to confirm that you want to delete your account.').first().waitFor()
      if (javaScriptEnabled) t.same(await findViolations(page), [])
      await page.getByLabel('I want to delete my account').check()
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByText('We’ll delete your account in 14 days.').waitFor()
      await page.waitForURL('**/en/account/sign-in')
      await mailServer.waitFor(next, ({ subject }) => subject === 'Your account will be deleted')

      await signIn(page, next)
      await page.getByRole('heading', { name: 'Your account will be deleted on' }).waitFor()
      if (javaScriptEnabled) t.same(await findViolations(page), [])
      await page.getByRole('button', { name: 'Keep my account' }).click()
      await page.getByText('Your account stays.').waitFor()
      t.equal(await page.getByRole('button', { name: 'Keep my account' }).count(), 0)
    })
  })

for (const javaScriptEnabled of [true, false])
  t.test(
    `a customer keeps an address from checkout ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    async (t) => {
      const { variant } = await findRing(shop.url)
      await visit(t, shop.url, { javaScriptEnabled }, async (page) => {
        const goThroughDetails = async () => {
          await page.goto('/en/checkout/details')
          await page.getByLabel('Save this address to my account').check()
          await chooseDelivery(page)
          await goOn(page)
          t.equal(await page.getByRole('alert').count(), 0)
        }
        const addresses = page.getByRole('main').locator('address')
        await page.request.post('/api/carts/current/line-items', { data: { variant_id: variant.id, quantity: 1 } })
        await page.goto('/en/checkout/details')
        await page.getByRole('group', { name: 'Delivery address' }).waitFor()
        t.equal(await page.getByLabel('Save this address to my account').count(), 0, 'a guest has no account')

        await signIn(page, `keeper-${javaScriptEnabled}@shopper.example`)
        await page.goto('/en/checkout/details')
        await fillAddress(page, !javaScriptEnabled)
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
      })
    },
  )

t.test('a new address begins with the name of the account and the country of the visitor', async (t) => {
  await visit(t, shop.url, async (page) => {
    await signIn(page, 'named@shopper.example')
    await page.goto('/en/account/addresses')
    const form = page.getByRole('form', { name: 'New address' })
    t.equal(await form.getByLabel('First name').inputValue(), '')
    t.equal(await form.getByLabel('Country').inputValue(), '', 'the country is not known')

    await page.goto('/en/account/details')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your details are saved.').waitFor()
    await page.request.post('/api/visitor/country', { data: { country: 'GB' } })
    await page.goto('/en/account/addresses')
    t.equal(await form.getByLabel('First name').inputValue(), 'Ada')
    t.equal(await form.getByLabel('Last name').inputValue(), 'Lovelace')
    t.equal(await form.getByLabel('Country').inputValue(), 'GB')
    await form.getByLabel('Last name').fill('')
    await form.getByRole('button', { name: 'Save address' }).click()
    await form.getByText('Please fill this in.').first().waitFor()
    t.equal(await form.getByLabel('Last name').inputValue(), '', 'a refused form shows what was typed')
  })
})
