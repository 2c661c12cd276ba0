import t from 'tap'

import { goTo, journey, mainText, seeHeading, visit } from '#test/support/browser.ts'
import { focused } from '#test/support/keyboard.ts'
import { counted, listOf, shownProducts } from '#test/support/listing.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)

t.test('without JavaScript a shopper searches, filters and sorts', async (t) => {
  const found = await listOf(shop.url, 'search?q=oval+ring&limit=48')
  const narrowed = await listOf(shop.url, 'search?q=oval+ring&metal=yellow-gold&sort=price-asc&limit=48')
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/en')
    await page.getByRole('link', { name: 'Open search' }).click()
    await seeHeading(page, 'Search')
    await page.getByRole('searchbox').fill('oval ring')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/en/search?q=oval+ring')
    t.same(await shownProducts(page), found.handles)
    t.match(await mainText(page), found.count)
    t.match((await page.locator('main article mark').allInnerTexts()).join(' ').toLowerCase(), 'oval')

    await page.getByRole('link', { name: 'Price: low to high' }).click()
    await page.getByRole('checkbox', { name: 'Yellow gold' }).check()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await page.waitForURL(/\/en\/search\?.*metal=yellow-gold.*q=oval\+ring&sort=price-asc$/)
    t.same(await shownProducts(page), narrowed.handles)
    await page.getByRole('link', { name: 'Remove Yellow gold' }).click()
    await page.waitForURL('**/en/search?q=oval+ring&sort=price-asc')
    await page.getByRole('link', { name: 'Best match' }).click()
    await page.waitForURL('**/en/search?q=oval+ring')
    t.same(await shownProducts(page), found.handles)
  })
})

t.test('with JavaScript the page stays, and the next search replaces the previous one', async (t) => {
  const halo = await listOf(shop.url, 'search?q=halo&limit=48')
  const platinum = await listOf(shop.url, 'search?q=halo&metal=platinum&limit=48')
  await visit(t, shop.url, async (page) => {
    await goTo(page, '/en/search?q=oval')
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { sameDocument: 'yes' }))
    await page.getByRole('searchbox').fill('halo')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await seeHeading(page, 'Results for “halo”')
    await counted(page, halo.count)
    t.same(await shownProducts(page), halo.handles)
    t.match(await focused(page), /^main/)

    await page.getByRole('checkbox', { name: 'Platinum' }).check()
    await page.waitForURL('**/en/search?q=halo&metal=platinum')
    await counted(page, platinum.count)
    t.same(await shownProducts(page), platinum.handles)
    await page.goBack()
    await counted(page, halo.count)
    await page.goBack()
    await seeHeading(page, 'Results for “oval”')
    t.equal(await page.getByRole('searchbox').inputValue(), 'oval')
    t.equal(await page.evaluate(() => document.documentElement.dataset['sameDocument']), 'yes')
  })
})

t.test('search pages are not indexed, and queries are rendered as text', async (t) => {
  const typed = '"><script>alert(1)</script>'
  const answer = await fetch(`${shop.url}/en/search?q=${encodeURIComponent(typed)}&metal=platinum&sort=newest`)
  const html = await answer.text()
  t.equal(answer.status, 200)
  t.match(html, '<meta name="robots" content="noindex"')
  t.match(html, /<link rel="canonical" href="[^"]*\/en\/search\?q=[^"&]*"/)
  t.notMatch(html, '<script>alert')
  const long = await fetch(`${shop.url}/en/search?q=${'кольцо '.repeat(150)}`)
  t.equal(long.status, 200, 'a long query is truncated')
  const endless = await fetch(`${shop.url}/en/search?q=${'кольцо '.repeat(500)}`)
  t.equal(endless.status, 414, 'an address that is no shopper’s is refused')

  await visit(t, shop.url, async (page) => {
    // Characters that HTML cannot contain would differ after hydration.
    for (const odd of ['%00ring%0D%0A', `${'a'.repeat(199)}💍💍`, '<b>&amp;"', '%E2%80%A8%F0%9F%92%8D']) {
      await goTo(page, `/en/search?q=${odd}`)
    }
  })
})

journey(
  t,
  'without JavaScript a shopper finds the answer to a question, above the pieces',
  shop.url,
  { javaScriptEnabled: false },
  async (page, t) => {
    await page.goto('/en/search?q=returns')
    await seeHeading(page, 'Results for “returns”')
    const answers = page.getByRole('region', { name: 'Answers' })
    t.match(await answers.innerText(), /^Returns\s+You have 30.days from delivery/)
    t.ok(await page.getByRole('heading', { name: 'Best sellers' }).isVisible(), 'and is led on')
    await answers.getByRole('link', { name: 'Returns' }).click()
    await page.waitForURL('**/en/policies/return-policy')
    await page.goto('/en/search?q=pay+invoice')
    await answers.getByRole('link', { name: 'How can I pay?' }).click()
    await page.waitForURL('**/en/faq#how-can-i-pay')
    await page.getByText('Checkout lists the payment methods').waitFor()
    t.ok(await page.getByText('How can I pay?').isVisible(), 'the question is in sight')
  },
)

journey(t, 'an answer in Russian opens at its question', shop.url, async (page) => {
  await goTo(page, '/ru/search?q=как+оплатить')
  await page.getByRole('link', { name: 'Как оплатить?' }).click()
  await page.waitForURL(`**/ru/faq#${encodeURIComponent('как-оплатить')}`)
  await page.getByText('При оформлении вы увидите способы оплаты').waitFor()
  await page.waitForFunction(() => scrollY > 0)
})

journey(t, 'a price in the query is a filter that can be removed', shop.url, async (page, t) => {
  await goTo(page, '/en/search?q=rings+under+1000')
  t.equal(await page.getByRole('searchbox').inputValue(), 'rings under 1000')
  const filters = page.getByRole('list', { name: 'Active filters' })
  t.match(await filters.innerText(), /Under \$1,000/)
  const prices = await page.locator('main article').allInnerTexts()
  t.ok(prices.length > 0)
  await filters.getByRole('link', { name: 'Remove Under $1,000' }).click()
  await page.waitForURL('**/en/search?q=rings')
  await filters.waitFor({ state: 'detached' })
  t.ok((await page.locator('main article').count()) > prices.length)
})

journey(
  t,
  'a query that finds nothing leads to help, searches and best sellers, and one in the wrong layout is corrected',
  shop.url,
  async (page, t) => {
    await page.goto('/en/search?q=xqzvkw')
    await seeHeading(page, 'Nothing found for “xqzvkw”')
    const help = page.getByRole('region', { name: 'Help and pages' })
    t.ok(await help.getByRole('link', { name: 'Returns' }).isVisible())
    t.ok(await page.getByRole('region', { name: 'Best sellers' }).isVisible())
    await page.getByRole('region', { name: 'Popular searches' }).getByRole('link', { name: 'wedding set' }).click()
    await seeHeading(page, 'Results for “wedding set”')
    await page.goto('/ru/search?q=rjkmwj')
    await page.getByText('«rjkmwj»').waitFor()
    await seeHeading(page, '«кольцо»')
    t.equal(await page.getByRole('searchbox').inputValue(), 'rjkmwj', 'the page says what it has corrected')
  },
)
