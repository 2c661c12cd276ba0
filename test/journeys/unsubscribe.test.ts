import t from 'tap'

import { goTo, hydrated, reload, seeHeading, visit } from '#test/support/browser.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import {
  changeToNo,
  choicesOnRecord,
  eventsIn,
  lookAround,
  MEASURED,
  openMeasuredShop,
  PATIENCE_MS,
  privacyBar,
  ROUND_MS,
} from '#test/support/measured-visit.ts'
import { SHOP_ORIGIN } from '#test/support/measuring-world.ts'
import { PIXEL_STAND_IN } from '#test/support/pixel-stand-in.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { sourceOf } from '#test/support/source-of-script.ts'
import { unwanted } from '#test/support/stored-in-browser.ts'
import { until } from '#test/support/until.ts'

const LATE_CODE = /start-mixpanel|fbevents/
const EMAIL = 'measured@shopper.example'

const mailServer = await openMailServer(t)
const asking = await openMeasuredShop(t, mailServer.env)
// On the same database, so either may send an email.
const assuming = await openMeasuredShop(t, { ...mailServer.env, CONSENT: 'implied' })

t.test('before a choice and after a rejection nothing is sent to third parties', async (t) => {
  const { begin, browser, shop, ring, productPath: product, tracked } = asking
  begin()
  await visit(t, SHOP_ORIGIN, { browser }, async (page) => {
    await goTo(page, product)
    await privacyBar(page).waitFor()
    await lookAround(page, ring)
    t.same(tracked(), [], 'nothing is reported before a choice')
    t.same(await unwanted(page), [], 'only necessary keys are stored')

    await privacyBar(page).getByRole('button', { name: 'Reject' }).click()
    await privacyBar(page).waitFor({ state: 'detached' })
    await reload(page)
    await lookAround(page, ring)
    t.equal(await privacyBar(page).count(), 0, 'after a rejection the bar does not open again')
    t.same(tracked(), [], 'nothing is reported')
    t.same(await unwanted(page), [])
    t.notOk((await page.content()).includes('fbevents'), 'the page contains no third-party script')
  })
  const [record] = await choicesOnRecord(shop)
  t.match(record, { choice: 'rejected', version: /^\d{4}-\d\d$/, browser: /^[0-9a-f]{32}$/ }, 'the no is on record')
})

t.test('a browser with Global Privacy Control is not asked for consent, and the footer says why', async (t) => {
  const { begin, browser, ring, productPath: product, tracked } = assuming
  begin()
  await visit(t, SHOP_ORIGIN, { browser }, async (page) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await goTo(page, product)
    await lookAround(page, ring)
    t.equal(await privacyBar(page).count(), 0)
    await page.getByRole('link', { name: 'Privacy choices' }).click()
    await privacyBar(page).getByText('Global Privacy Control').waitFor()
    t.equal(await privacyBar(page).getByRole('button', { name: 'Accept' }).count(), 0, 'there is nothing to accept')
    t.same(tracked(), [])
    t.same(await unwanted(page), [])
  })
})

t.test('withdrawing consent stops tracking at once, in every tab, and discards what was not sent yet', async (t) => {
  const { begin, browser, ring, productPath: product, tracked } = asking
  begin()
  const at = (path: string) => tracked().filter(({ url }) => url.pathname === path)
  await visit(t, SHOP_ORIGIN, { browser, ...MEASURED }, async (page) => {
    await page.clock.install()
    await page.addInitScript(packSlowly)
    await goTo(page, product)
    await privacyBar(page).getByRole('button', { name: 'Accept' }).click()
    // Flags are requested again when the visitor gets a profile.
    await until(() => at('/flags/').length === 2 && at('/tr/').length === 1)
    const other = await page.context().newPage()
    await goTo(other, '/en/shop/rings')
    await until(() => at('/flags/').length === 3 && at('/tr/').length === 2)
    await page.clock.fastForward(ROUND_MS)
    await until(() => at('/track/').length >= 2)
    await until(() => page.evaluate(() => globalThis.packing.length === 1))

    await page.bringToFront()
    await changeToNo(page)
    await until(async () => (await unwanted(page)).length === 0)
    const before = tracked().length
    await page.clock.fastForward(ROUND_MS)
    await page.evaluate(() => packing[0]?.())
    await lookAround(page, ring)
    await other.bringToFront()
    await other.getByRole('link', { name: 'Shop', exact: true }).first().click()
    await other.close()
    await page.bringToFront()
    t.same(tracked().slice(before), [], 'nothing more is reported')
    t.same(await unwanted(page), [], 'nothing more is stored')
    await reload(page)
    t.same(await unwanted(page), [], 'on the next page neither')
  })
})

t.test('a rejection before analytics has loaded prevents loading it', async (t) => {
  const { begin, browser, ring, productPath: product, tracked } = assuming
  begin()
  await visit(t, SHOP_ORIGIN, { browser, ...MEASURED }, async (page) => {
    const { promise: no, resolve: notify } = Promise.withResolvers<void>()
    const asked: string[] = []
    await page.route(/fbevents/, async (route) =>
      route.fulfill({ body: PIXEL_STAND_IN, contentType: 'text/javascript' }),
    )
    await page.route(
      (url) => LATE_CODE.test(sourceOf(url.href)),
      async (route) => {
        asked.push(route.request().url())
        await no
        await route.fallback()
      },
    )
    await page.goto(product)
    await until(() => asked.length === 2)
    await changeToNo(page)
    const came = Promise.all(asked.map(async (url) => page.waitForResponse(url)))
    notify()
    await came
    await lookAround(page, ring)
    t.same(tracked(), [])
    t.same(await unwanted(page), [])
  })
})

t.test('with implied consent visits are tracked until the visitor rejects', async (t) => {
  const { begin, browser, productPath: product, tracked } = assuming
  begin()
  await visit(t, SHOP_ORIGIN, { browser, ...MEASURED }, async (page) => {
    await goTo(page, product)
    await until(() => tracked().some(({ url }) => url.pathname === '/tr/'))
    t.equal(await privacyBar(page).count(), 0)
    await changeToNo(page)
    await until(async () => (await unwanted(page)).length === 0)
  })
})

declare global {
  /** Finishes pending compressions, one after the other. */
  var packing: (() => void)[]
}

/** A CompressionStream for recordings that finishes on demand. */
function packSlowly(): void {
  const { CompressionStream } = globalThis
  globalThis.packing = []
  globalThis.CompressionStream = class extends CompressionStream {
    override get readable() {
      const { promise, resolve } = Promise.withResolvers<void>()
      packing.push(resolve)
      return super.readable.pipeThrough(new TransformStream({ flush: () => promise }))
    }
  }
}

t.test('analytics knows a signed-in customer by a number, and no longer after the sign-out', async (t) => {
  const { begin, browser, productPath, ring, tracked } = asking
  begin()
  const events = () => tracked().flatMap(eventsIn)
  const viewers = () =>
    events().flatMap(({ event, properties }) => (event === 'Product Viewed' ? [properties['distinct_id']] : []))
  await visit(t, SHOP_ORIGIN, { browser, ...MEASURED }, async (page) => {
    const viewProduct = async (views: number) => {
      await page.goto(productPath)
      await seeHeading(page, ring.product.title)
      await hydrated(page)
      await until(() => viewers().length === views, PATIENCE_MS)
    }
    const stored = () => page.evaluate(() => document.cookie + JSON.stringify([localStorage, sessionStorage]))

    await goTo(page, '/en/shop')
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

    await goTo(page, '/en/account')
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
