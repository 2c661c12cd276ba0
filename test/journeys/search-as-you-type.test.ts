import type { Page, Route } from 'playwright'
import t from 'tap'

import type { SuggestionList } from '#shared/product/search.ts'
import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { getJson } from '#test/support/categories.ts'
import { openSearch, rememberedSearches, searchField, suggestionsOf } from '#test/support/searching.ts'
import { visitShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const SUGGESTIONS = '**/api/products/suggestions?**'

const HOUR_MS = 3_600_000

const shop = await visitShop(t)

t.test('a shopper who types faster than the server responds sees the suggestions for the last input', async (t) => {
  const wanted = await suggested('halo')
  await visit(t, shop.url, async (page) => {
    await page.clock.install({ time: 0 })
    await page.goto('/en')
    await hydrated(page)
    const held = await holdBack(page, (query) => query !== 'halo')
    await openSearch(page)
    // A pending cart request would time out when the clock jumps.
    await until(() => page.evaluate(() => localStorage.getItem('cart_id') !== null))
    await page.clock.pauseAt(HOUR_MS)
    await page.keyboard.type('o')
    await page.clock.runFor(1000)
    t.same(held.asked, [], 'one character is too short')
    await page.keyboard.type('val')
    await page.clock.runFor(299)
    t.same(held.asked, [], 'no request is sent while typing')
    const asked = page.waitForRequest(SUGGESTIONS)
    await page.clock.runFor(1)
    await until(() => held.asked.length === 1)
    t.match(Object.fromEntries(new URL((await asked).url()).searchParams), {
      q: 'oval',
      suggestions: 'true',
      limit: '5',
      lang: 'en',
      currency: 'USD',
    })

    await searchField(page).fill('halo')
    await page.clock.runFor(300)
    await until(async () => (await suggestionsOf(page)).join() === wanted.join())
    await held.release()
    // A round trip of the page, after the released responses.
    await page.evaluate(async () => fetch('/healthz'))
    t.same(await suggestionsOf(page), wanted, 'the answer that came last was to another question')

    await searchField(page).fill('halo ')
    await page.clock.runFor(300)
    await searchField(page).fill('h')
    t.same(await suggestionsOf(page), [], 'one letter again')
    await searchField(page).fill('halo')
    await page.clock.runFor(300)
    await until(async () => (await suggestionsOf(page)).join() === wanted.join())
    t.same(held.asked, ['oval', 'halo'], 'nothing is asked for twice')
  })
})

t.test('products are shown beside the suggestions, and a click elsewhere closes both', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    const drawer = await openSearch(page)
    await page.keyboard.type('solitaire')
    const products = drawer.getByRole('region', { name: 'Pieces' }).getByRole('listitem')
    await products.first().waitFor()
    t.ok((await products.count()) <= 4)
    t.equal(await drawer.getByRole('link', { name: 'engagement ring' }).count(), 0)
    await drawer.getByRole('heading', { name: 'Search' }).click()
    await products.first().waitFor({ state: 'detached' })
    t.same(await suggestionsOf(page), [])
    await drawer.getByRole('link', { name: 'engagement ring' }).waitFor()

    await searchField(page).click()
    await products.first().getByRole('link').click()
    await page.getByRole('button', { name: /^(Add to cart|Choose a size)$/ }).waitFor()
    await drawer.waitFor({ state: 'detached' })
    t.same(await rememberedSearches(page), [], 'opening a product stores no search')
  })
})

t.test('suggestions that fail to load have no effect', async (t) => {
  await visit(t, shop.url, { expected: [/Failed to fetch suggestions:/, /status of 503/] }, async (page) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.goto('/en')
    await hydrated(page)
    await page.route(SUGGESTIONS, async (route) => route.fulfill({ status: 503, body: '' }))
    const drawer = await openSearch(page)
    await page.keyboard.type('halo')
    await until(() => logged.some((text) => text.startsWith('Failed to fetch suggestions:')))
    t.equal(await searchField(page).getAttribute('aria-expanded'), 'false')
    t.equal(await drawer.getByRole('link').count(), POPULAR_SEARCHES.en.length)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Results for “halo”' }).waitFor()
  })
})

t.test('a shopper on a phone finds a product by two Russian letters', async (t) => {
  await visit(t, shop.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    await page.goto('/ru')
    await hydrated(page)
    await page.getByRole('button', { name: 'Открыть поиск' }).tap()
    const drawer = page.getByRole('dialog', { name: 'Поиск', exact: true })
    await drawer.waitFor()
    await page.keyboard.type('се')
    const suggestion = drawer.getByRole('option').first()
    const text = await suggestion.innerText()
    t.match(text, /^се/i)
    await suggestion.tap()
    await page.waitForURL((url) => url.searchParams.get('q') === text)
    await drawer.waitFor({ state: 'detached' })
    await page.locator('main article h2').first().waitFor()
    t.same(await rememberedSearches(page), [text])
  })
})

async function suggested(query: string): Promise<string[]> {
  const { suggestions } = await getJson<SuggestionList>(`${shop.url}/api/products/suggestions?q=${query}&lang=en`)
  return suggestions
}

/** Holds the responses to some queries back until they are released. */
async function holdBack(page: Page, isHeld: (query: string) => boolean) {
  const asked: string[] = []
  const held: Route[] = []
  await page.route(SUGGESTIONS, async (route) => {
    const query = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(query)
    if (isHeld(query)) held.push(route)
    else await route.continue()
  })
  const release = async () => {
    // The request may have been aborted.
    await Promise.all(held.map(async (route) => route.continue().catch(() => undefined)))
  }
  return { asked, release }
}
