import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
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
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
    await page.getByRole('searchbox').fill('oval ring')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/en/search?q=oval+ring')
    t.same(await shownProducts(page), found.handles)
    t.match(await page.locator('main').innerText(), found.count)
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
    await page.goto('/en/search?q=oval')
    await hydrated(page)
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { sameDocument: 'yes' }))
    await page.getByRole('searchbox').fill('halo')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Results for “halo”' }).waitFor()
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
    await page.getByRole('heading', { level: 1, name: 'Results for “oval”' }).waitFor()
    t.equal(await page.getByRole('searchbox').inputValue(), 'oval')
    t.equal(await page.evaluate(() => document.documentElement.dataset['sameDocument']), 'yes')
  })
})

t.test('a word typed in the wrong keyboard layout is corrected, and the page says so', async (t) => {
  const meant = await listOf(shop.url, 'search?q=кольцо&lang=ru&limit=48')
  await visit(t, shop.url, async (page) => {
    await page.goto('/ru/search?q=rjkmwj')
    await hydrated(page)
    await page.getByText('«rjkmwj»').waitFor()
    await page.getByRole('heading', { level: 1, name: '«кольцо»' }).waitFor()
    t.same(await shownProducts(page), meant.handles)
    t.equal(await page.getByRole('searchbox').inputValue(), 'rjkmwj')
  })
})

t.test('a search without results shows what was tried, and how to continue', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/search?q=xqzvkw')
    await hydrated(page)
    await page.getByRole('heading', { level: 1, name: 'Nothing found for “xqzvkw”' }).waitFor()
    t.ok((await page.locator('main article').count()) >= 4, 'popular products')
    await page.getByRole('region', { name: 'Popular searches' }).getByRole('link', { name: 'wedding set' }).click()
    await page.getByRole('heading', { level: 1, name: 'Results for “wedding set”' }).waitFor()
    t.ok((await shownProducts(page)).length > 0)
  })
})

t.test('a failed search is shown and can be retried', async (t) => {
  await visit(t, shop.url, { expected: [/Search failed:/, /status of 503/] }, async (page) => {
    await page.goto('/en/search?q=oval')
    await hydrated(page)
    await page.route('**/api/products/search?**', async (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('searchbox').fill('halo')
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('We couldn’t load these pieces').waitFor()
    t.equal(await page.getByText('Nothing found').count(), 0)
    await page.unroute('**/api/products/search?**')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.locator('main article').first().waitFor()
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
      await page.goto(`/en/search?q=${odd}`)
      await hydrated(page)
    }
  })
})
