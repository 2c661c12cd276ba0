import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { focused, standsStill, tabTo } from '#test/support/keyboard.ts'
import { listen } from '#test/support/listing.ts'
import { chosenSuggestion, openSearch, searchField, suggestionsOf } from '#test/support/searching.ts'
import { visitShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const shop = await visitShop(t)

t.test('a shopper with a keyboard goes from the header to a product by searching', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
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
    await page.getByRole('heading', { level: 1, name: `Results for “${suggestions[0]}”` }).waitFor()
    t.match(await focused(page), /^main/, 'the next Tab is in the new page')
    const product = await page.locator('main article h2').first().innerText()
    await tabTo(page, `link "${product}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^(Add to cart|Choose a size)$/ }).waitFor()
    t.equal(await page.getByRole('heading', { level: 1 }).innerText(), product)
  })
})

t.test('Esc restores the focus, and Enter searches for the input', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/shop')
    await hydrated(page)
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
    await page.getByRole('heading', { level: 1, name: 'Results for “halo ring”' }).waitFor()
    t.equal(await page.getByRole('searchbox').inputValue(), 'halo ring')
  })
})
