import type { Page } from 'playwright'
import t from 'tap'

import { goTo, hydrated, journey, mainText, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { cartDrawer, choose, pressAddToCart } from '#test/support/shopper.ts'
import { startShop } from '#test/support/test-shop.ts'

const COUNTRY_HEADER = 'x-visitor-country'
/** The country header that an edge server would send. */
const GUESSED = { extraHTTPHeaders: { [COUNTRY_HEADER]: 'US' } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const shop = await startShop(t, { env: { COUNTRY_HEADER } })

t.test('a shopper corrects a wrongly guessed country, and everything changes with one reload', async (t) => {
  const ring = await findRing(shop.url)
  const item = `/en/shop/product/${ring.product.handle}`

  await visit(t, shop.url, GUESSED, async (page) => {
    await goTo(page, item)
    await choose(page, ring)
    const added = page.waitForResponse(/line-items/)
    await pressAddToCart(page)
    await added
    await page.keyboard.press('Escape')
    await expectCurrency(page, '$')

    const asked = listenTo(page)
    await changeCountry(page, 'Germany, EUR €')
    await expectCurrency(page, '€')
    const label = page.getByRole('button', { name: 'Country and currency: Germany, EUR €' })
    await label.scrollIntoViewIfNeeded()
    t.same(
      asked().filter((call) => /country|ip-location|document/.test(call)),
      ['POST /api/visitor/country', `document ${item}`],
      'one change, one page, and nobody is asked where the shopper is',
    )
    t.equal(await page.evaluate(() => localStorage.getItem('user_location')), '{"countryCode":"DE"}')

    await page.goto('/en/shop/rings')
    await expectCurrency(page, '€')
    const tab = await page.context().newPage()
    await tab.goto(item)
    await expectCurrency(tab, '€')
    t.pass('also on other pages and in other tabs, whatever the edge says')
    await tab.close()

    await changeCountry(page, 'United States, USD $')
    await page.waitForFunction(() => scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 400)
    t.pass('the scroll position is kept, where the country is chosen')
    await expectCurrency(page, '$')
  })
})

journey(
  t,
  'a failed change is shown beside the button, and nothing is lost',
  shop.url,
  { ...GUESSED, expected: [/ERR_FAILED/] },
  async (page, t) => {
    await goTo(page, '/en/shop/rings')
    const dialog = await openPicker(page)
    await page.route('**/api/visitor/country', (route) => route.abort())
    await dialog.getByLabel('Country', { exact: true }).selectOption({ label: 'Germany, EUR €' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    t.equal(await dialog.getByLabel('Country', { exact: true }).inputValue(), 'DE', 'the choice is still there')

    await page.unroute('**/api/visitor/country')
    const reloaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await reloaded
    await page.locator('main').getByText('€').first().waitFor()
  },
)

t.test('a shopper without JavaScript changes the country on a page of its own', async (t) => {
  const ring = await findRing(shop.url)
  const item = `/en/shop/product/${ring.product.handle}?${new URLSearchParams(ring.variant.options).toString()}`
  await visit(t, shop.url, { ...GUESSED, javaScriptEnabled: false }, async (page) => {
    await page.goto(item)
    await pressAddToCart(page)
    await page.goto(item)
    await page.getByRole('link', { name: 'Country and currency: USD $' }).click()
    const country = page.getByLabel('Country', { exact: true })
    t.equal(await country.inputValue(), 'US', 'the guess is chosen')
    await country.selectOption({ label: 'Germany, EUR €' })
    await page.getByRole('button', { name: 'Save' }).click()

    await page.waitForURL((url) => url.pathname + url.search === item)
    t.match(await mainText(page), '€')
    await page.goto('/en/cart')
    t.match(await page.getByLabel('Total', { exact: true }).innerText(), '€', 'the cart has moved too')
    t.equal(await page.getByRole('radiogroup', { name: 'Colour mode' }).count(), 0)
  })
})

async function openPicker(page: Page) {
  const button = page.getByRole('button', { name: /^Country and currency/ })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Country and currency' })
  await dialog.getByLabel('Country', { exact: true }).waitFor()
  return dialog
}

async function changeCountry(page: Page, label: string): Promise<void> {
  const dialog = await openPicker(page)
  await dialog.getByLabel('Country', { exact: true }).selectOption({ label })
  const reloaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await reloaded
  await hydrated(page)
}

async function expectCurrency(page: Page, symbol: '$' | '€'): Promise<void> {
  await hydrated(page)
  await page.locator('main').getByText(symbol).first().waitFor()
  const other = symbol === '€' ? '$' : '€'
  t.notMatch(await mainText(page), other, `the page has nothing in ${other}`)
  const button = page.getByRole('button', { name: /^Open cart/ })
  await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor()
  await button.click()
  const drawer = cartDrawer(page)
  await drawer.getByLabel('Total', { exact: true }).getByText(symbol).waitFor()
  t.notMatch(await drawer.innerText(), other, `the cart has not changed either`)
  await page.keyboard.press('Escape')
}

function listenTo(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest()) asked.push(`document ${pathname}`)
    else if (request.method() === 'POST' || pathname.endsWith('ip-location'))
      asked.push(`${request.method()} ${pathname}`)
  })
  return () => asked
}

t.test(
  'the bar under the header says what delivery and returns cost in the region, also without scripts',
  async (t) => {
    for (const [country, text] of [
      ['US', /^Free insured delivery · 30-day returns$/],
      ['CA', /^Delivery from C\$12\.00 · 30-day returns$/],
    ] as const)
      await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
        await page.request.post('/api/visitor/country', { data: { country } })
        for (const path of ['/en', '/en/shop/rings', '/en/cart']) {
          await page.goto(path)
          await page.getByRole('link', { name: text }).waitFor()
        }
        await page.goto('/ru')
        await page.getByRole('link', { name: /доставка.+\s30\sдней на возврат$/i }).waitFor()
      })
  },
)

journey(
  t,
  'the bar names the price of a country that is only guessed, and nothing moves',
  shop.url,
  { ...PHONE, timezoneId: 'America/Toronto' },
  async (page, t) => {
    await goTo(page, '/en/shop')
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.boundingBox()
    const bar = page.getByRole('link', { name: 'Delivery from C$12.00 · 30-day returns', exact: true })
    await bar.waitFor()
    t.same(await heading.boundingBox(), before)
    await bar.click()
    const panel = page.getByRole('dialog', { name: 'Delivery', exact: true })
    await panel.getByText(/^If you order now: Canada/).waitFor()
    await panel.getByLabel('Country', { exact: true }).selectOption('US')
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Free insured delivery · 30-day returns', exact: true }).waitFor()
  },
)
