import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { eventsIn, MEASURED, openMeasuredShop, PATIENCE_MS, privacyBar } from '#test/support/measured-visit.ts'
import { openMeasuringWorld, SHOP_ORIGIN } from '#test/support/measuring-world.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { until } from '#test/support/until.ts'

const EMAIL = 'measured@shopper.example'

t.test('analytics knows a signed-in customer by a number, and no longer after the sign-out', async (t) => {
  const mailServer = await openMailServer(t)
  const { shop, productPath, ring } = await openMeasuredShop(t, {
    ...mailServer.env,
  })
  const { browser, tracked } = await openMeasuringWorld(t, shop.url)
  const events = () => tracked().flatMap(eventsIn)
  const viewers = () =>
    events().flatMap(({ event, properties }) => (event === 'Product Viewed' ? [properties['distinct_id']] : []))
  await visit(t, SHOP_ORIGIN, { browser, ...MEASURED }, async (page) => {
    const viewProduct = async (views: number) => {
      await page.goto(productPath)
      await page.getByRole('heading', { level: 1, name: ring.product.title }).waitFor()
      await hydrated(page)
      await until(() => viewers().length === views, PATIENCE_MS)
    }
    const stored = () => page.evaluate(() => document.cookie + JSON.stringify([localStorage, sessionStorage]))

    await page.goto('/en/shop')
    await hydrated(page)
    await privacyBar(page).getByRole('button', { name: 'Accept' }).click()
    await privacyBar(page).waitFor({ state: 'detached' })
    await viewProduct(1)

    // Only the browser finds this origin.
    await page.evaluate(async (email) => {
      await fetch('/api/account/sign-in-link', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
    }, EMAIL)
    await page.goto(`/en/account/link?token=${await nextToken(mailServer, EMAIL)}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/en/account')
    const customerId = await page.waitForFunction(() => localStorage.getItem('customer_id'))
    const id = String(await customerId.jsonValue())
    t.match(id, /^cus_/)
    await viewProduct(2)
    t.match(await stored(), id, 'Mixpanel has stored the number')

    await page.goto('/en/account')
    await hydrated(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’ve signed out.').waitFor()
    // A response that arrived during the sign-out may have stored the cart again. The page deletes it.
    await hydrated(page)
    t.notMatch(await stored(), id, 'the browser has forgotten the number')
    await viewProduct(3)

    const [before, during, after] = viewers()
    t.equal(during, id)
    t.not(before, id)
    t.notOk([before, id].includes(after), 'the next shopper is a new one')
    const pages = events().map(({ properties }) => String(properties['$current_url']))
    t.same(
      pages.filter((url) => url.includes('/account')),
      [],
      'no page of the account is reported',
    )
    t.notMatch(JSON.stringify(tracked()), EMAIL)
  })
})
