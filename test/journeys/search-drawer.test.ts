import type { Locator, Page, Route } from 'playwright'
import t from 'tap'

import type { SuggestionList } from '#shared/product/search.ts'
import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'
import { goTo, journey, reload, seeHeading, visit } from '#test/support/browser.ts'
import { getJson } from '#test/support/categories.ts'
import { focused, standsStill, tabTo } from '#test/support/keyboard.ts'
import { listen } from '#test/support/listing.ts'
import { advanceUntil } from '#test/support/popup-visit.ts'
import { visitShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const SUGGESTIONS = '**/api/products/suggestions?**'

const HOUR_MS = 3_600_000

const shop = await visitShop(t)

t.test('a shopper who types faster than the server responds sees the suggestions for the last input', async (t) => {
  const wanted = await suggested('halo')
  await visit(t, shop.url, async (page) => {
    await page.clock.install({ time: 0 })
    await goTo(page, '/en')
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
    await advanceUntil(page, async () => held.asked.length === 1)
    t.match(Object.fromEntries(new URL((await asked).url()).searchParams), {
      q: 'oval',
      suggestions: 'true',
      limit: '5',
      lang: 'en',
      currency: 'USD',
    })

    await searchField(page).fill('halo')
    await advanceUntil(page, async () => (await suggestionsOf(page)).join() === wanted.join())
    await held.release()
    // A round trip of the page, after the released responses.
    await page.evaluate(async () => fetch('/healthz'))
    t.same(await suggestionsOf(page), wanted, 'the answer that came last was to another question')

    await searchField(page).fill('halo ')
    await page.clock.runFor(300)
    await searchField(page).fill('h')
    t.same(await suggestionsOf(page), [], 'one letter again')
    await searchField(page).fill('halo')
    await advanceUntil(page, async () => (await suggestionsOf(page)).join() === wanted.join())
    t.same(held.asked, ['oval', 'halo'], 'nothing is asked for twice')
  })
})

journey(
  t,
  'products are shown beside the suggestions, and a click elsewhere closes both',
  shop.url,
  async (page, t) => {
    await goTo(page, '/en')
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
    await openSearch(page)
    await page.keyboard.type('retu')
    const answers = drawer.getByRole('region', { name: 'Answers' })
    await answers.getByRole('link', { name: /^Returns/ }).click()
    await seeHeading(page, 'Returns')
  },
)

journey(
  t,
  'suggestions that fail to load have no effect',
  shop.url,
  { expected: [/Failed to fetch suggestions:/, /status of 503/] },
  async (page, t) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await goTo(page, '/en')
    await page.route(SUGGESTIONS, async (route) => route.fulfill({ status: 503, body: '' }))
    const drawer = await openSearch(page)
    await page.keyboard.type('halo')
    await until(() => logged.some((text) => text.startsWith('Failed to fetch suggestions:')))
    t.equal(await searchField(page).getAttribute('aria-expanded'), 'false')
    t.equal(await drawer.getByRole('link').count(), POPULAR_SEARCHES.en.length)
    await page.keyboard.press('Enter')
    await seeHeading(page, 'Results for “halo”')
  },
)

journey(
  t,
  'a shopper on a phone finds a product by two Russian letters',
  shop.url,
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  async (page, t) => {
    await goTo(page, '/ru')
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
  },
)

async function suggested(query: string): Promise<string[]> {
  const { suggestions } = await getJson<SuggestionList>(`${shop.url}/api/products/suggestions?q=${query}&lang=en`)
  return suggestions
}

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

journey(t, 'a shopper with a keyboard goes from the header to a product by searching', shop.url, async (page, t) => {
  await goTo(page, '/en')
  await tabTo(page, 'button "Open search"')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Search', exact: true })
  await drawer.waitFor()
  t.match(await focused(page), /^combobox "What are you looking for\?"/, 'the field has the focus at once')
  const announcements = await listen(page)

  await page.keyboard.type('oval')
  const field = searchField(page)
  await until(async () => (await field.getAttribute('aria-expanded')) === 'true')
  const suggestions = await suggestionsOf(page)
  t.ok(suggestions.length > 1 && suggestions.length <= 5, suggestions.join(', '))
  t.same(await announcements(), [`${suggestions.length} suggestions`])
  t.match((await drawer.locator('[role="option"] mark').first().innerText()).toLowerCase(), 'oval')

  t.equal(await chosenSuggestion(page), undefined, 'nothing is selected yet')
  await page.keyboard.press('ArrowDown')
  t.equal(await chosenSuggestion(page), suggestions[0])
  await page.keyboard.press('ArrowUp')
  t.equal(await chosenSuggestion(page), undefined, 'up from the first suggestion returns to the field')
  await page.keyboard.press('ArrowUp')
  t.equal(await chosenSuggestion(page), suggestions.at(-1))
  await page.keyboard.press('Home')
  t.equal(await chosenSuggestion(page), undefined)
  t.equal(await field.evaluate((input: HTMLInputElement) => input.selectionStart), 0, 'Home stays in the text')

  await page.keyboard.press('Escape')
  t.equal(await field.getAttribute('aria-expanded'), 'false')
  t.ok(await drawer.isVisible(), 'the first Esc takes the list away')
  t.equal(await field.inputValue(), 'oval')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  t.equal(await chosenSuggestion(page), suggestions[0], 'the arrow key selects it again')

  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === suggestions[0])
  await drawer.waitFor({ state: 'detached' })
  await seeHeading(page, `Results for “${suggestions[0]}”`)
  t.match(await focused(page), /^main/, 'the next Tab is in the new page')
  const product = await page.locator('main article h2').first().innerText()
  await tabTo(page, `link "${product}`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^(Add to cart|Choose a size)$/ }).waitFor()
  t.equal(await page.getByRole('heading', { level: 1 }).innerText(), product)
})

journey(t, 'Esc restores the focus, and Enter searches for the input', shop.url, async (page, t) => {
  await goTo(page, '/en/shop')
  const drawer = await openSearch(page)
  await page.keyboard.press('Enter')
  t.ok(await drawer.isVisible(), 'nothing typed is nothing looked for')
  await page.keyboard.press('Escape')
  await standsStill(page)
  t.equal(await focused(page), 'button "Open search"')

  await page.keyboard.press('Space')
  await drawer.waitFor()
  t.match(await focused(page), /^combobox/, 'also the second time')
  await page.keyboard.type('  halo   ring ')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/search?q=halo+ring')
  await drawer.waitFor({ state: 'detached' })
  await seeHeading(page, 'Results for “halo ring”')
  t.equal(await page.getByRole('searchbox').inputValue(), 'halo ring')
})

journey(t, 'recent searches survive a reload, and the sixth replaces the first', shop.url, async (page, t) => {
  await goTo(page, '/en')
  await page.evaluate(() => localStorage.setItem('recentSearches', '["oval","pear","platinum","halo"]'))
  await reload(page)
  await search(page, 'OVAL')
  t.same(await rememberedSearches(page), ['OVAL', 'pear', 'platinum', 'halo'], 'no search is listed twice')
  await search(page, 'hoops')
  await openSearch(page)
  await page.getByRole('dialog').getByRole('link', { name: 'eternity band' }).click()
  await seeHeading(page, 'Results for “eternity band”')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await reload(page)
  const drawer = await openSearch(page)
  const recent = drawer.getByRole('region', { name: 'Recent searches' })
  const newest = ['eternity band', 'hoops', 'OVAL', 'pear', 'platinum']
  t.same(await recent.getByRole('link').allInnerTexts(), newest)

  await recent.getByRole('link', { name: 'pear' }).click()
  await page.waitForURL('**/en/search?q=pear')
  await drawer.waitFor({ state: 'detached' })
  t.same(await rememberedSearches(page), ['pear', 'eternity band', 'hoops', 'OVAL', 'platinum'])
})

journey(t, 'each recent search and all of them can be deleted without losing the focus', shop.url, async (page, t) => {
  await page.goto('/en')
  await page.evaluate(() => localStorage.setItem('recentSearches', '["one","two","three"]'))
  await reload(page)
  const drawer = await openSearch(page)
  await drawer.getByRole('button', { name: 'Remove “two”' }).press('Enter')
  t.equal(await focused(page), 'button "Remove “three”"')
  await page.keyboard.press('Enter')
  t.equal(await focused(page), 'button "Remove “one”"')
  t.same(await rememberedSearches(page), ['one'])
  await drawer.getByRole('button', { name: 'Clear all' }).press('Enter')
  t.match(await focused(page), /^combobox/)
  t.equal(await page.evaluate(() => localStorage.getItem('recentSearches')), null)
  t.equal(await drawer.getByRole('region', { name: 'Recent searches' }).count(), 0)
})

async function search(page: Page, query: string): Promise<void> {
  await openSearch(page)
  await page.keyboard.type(query)
  await page.keyboard.press('Enter')
  await seeHeading(page, `Results for “${query}”`)
}

async function openSearch(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open search' }).click()
  const drawer = page.getByRole('dialog', { name: 'Search', exact: true })
  await drawer.waitFor()
  return drawer
}

function searchField(page: Page): Locator {
  return page.getByRole('dialog').getByRole('combobox')
}

async function suggestionsOf(page: Page): Promise<string[]> {
  return page.getByRole('dialog').getByRole('option').allInnerTexts()
}

async function chosenSuggestion(page: Page): Promise<string | undefined> {
  const id = await searchField(page).getAttribute('aria-activedescendant')
  const chosen = page.getByRole('option', { selected: true })
  if (id === null) return (await chosen.count()) > 0 ? 'an option that is not announced' : undefined
  return page.locator(`[id="${id}"][role="option"][aria-selected="true"]`).innerText()
}

async function rememberedSearches(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('recentSearches') ?? '[]') as unknown)
}
