import t from 'tap'

import { visit } from '#test/support/browser.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const post = await openMailServer(t)
const shop = await startOwnShop(t, { env: { SMTP_URL: post.url, MAIL_FROM: 'Lumenite <letters@shop.example>' } })

/** Waits for an email with a link to the account. @returns its link */
async function linkTo(email: string, subject: RegExp): Promise<string> {
  const mail = await post.waitFor(
    email,
    (received) => /account\/link/.test(received.text ?? '') && subject.test(received.subject ?? ''),
  )
  return /\S+\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? ''
}

for (const javaScriptEnabled of [true, false])
  t.test(`a customer manages the account ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (t) => {
    const name = javaScriptEnabled ? 'ada' : 'grace'
    const [email, next] = [`${name}@shopper.example`, `${name}.new@shopper.example`]
    await visit(
      t,
      shop.url,
      async (page) => {
        const signIn = async (address: string) => {
          const before = post.emails(address).length
          await page.goto('/en/account/sign-in')
          await page.getByLabel('Email').fill(address)
          await page.getByRole('button', { name: 'Email me a link' }).click()
          await page.getByText('Please check your inbox.').waitFor()
          const mail = await post.waitFor(
            address,
            (received) => post.emails(address).indexOf(received) >= before && received.subject === 'Your sign-in link',
          )
          await page.goto(/\S+\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? '')
          await page.getByRole('button', { name: 'Sign in' }).click()
          await page.getByRole('heading', { name: 'Your orders' }).waitFor()
        }
        await signIn(email)
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
        await page.getByText('Please open the link we’ve sent to your new address.').waitFor()
        const link = await linkTo(next, /Confirm your new email address/)
        await visit(t, shop.url, async (stranger) => {
          await stranger.goto(link)
          await stranger.getByText('Please sign in to the account whose address you’re changing').waitFor()
          t.same(await findViolations(stranger), [])
        })
        await page.goto(link)
        if (javaScriptEnabled) t.same(await findViolations(page), [])
        await page.getByRole('button', { name: 'Confirm this address' }).click()
        await page.getByText('Your email address is changed.').waitFor()
        await page.getByText(next, { exact: true }).waitFor()

        await page.getByRole('button', { name: 'Delete my account' }).click()
        await page.getByText('Please tick the box to confirm that you want to delete your account.').first().waitFor()
        if (javaScriptEnabled) t.same(await findViolations(page), [])
        await page.getByLabel('I want to delete my account').check()
        await page.getByRole('button', { name: 'Delete my account' }).click()
        await page.getByText('We’ll delete your account in 14 days.').waitFor()
        await page.waitForURL('**/en/account/sign-in')
        await post.waitFor(next, ({ subject }) => subject === 'Your account will be deleted')

        await signIn(next)
        await page.getByRole('heading', { name: 'Your account will be deleted on' }).waitFor()
        if (javaScriptEnabled) t.same(await findViolations(page), [])
        await page.getByRole('button', { name: 'Keep my account' }).click()
        await page.getByText('Your account stays.').waitFor()
        t.equal(await page.getByRole('button', { name: 'Keep my account' }).count(), 0)
      },
      { javaScriptEnabled, acceptDownloads: true },
    )
  })
