import type { Page } from 'playwright'
import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { focused } from '#test/support/keyboard.ts'
import { openSearch, rememberedSearches } from '#test/support/searching.ts'
import { visitShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const shop = await visitShop(t)

t.test('recent searches survive a reload, and the sixth replaces the first', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    for (const query of ['oval', 'halo', 'platinum', 'pear', 'OVAL']) await search(page, query)
    t.same(await rememberedSearches(page), ['OVAL', 'pear', 'platinum', 'halo'], 'no search is listed twice')
    await search(page, 'hoops')
    await openSearch(page)
    await page.getByRole('dialog').getByRole('link', { name: 'eternity band' }).click()
    await page.getByRole('heading', { level: 1, name: 'Results for “eternity band”' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.reload()
    await hydrated(page)
    const drawer = await openSearch(page)
    const recent = drawer.getByRole('region', { name: 'Recent searches' })
    const newest = ['eternity band', 'hoops', 'OVAL', 'pear', 'platinum']
    t.same(await recent.getByRole('link').allInnerTexts(), newest)

    await recent.getByRole('link', { name: 'pear' }).click()
    await page.waitForURL('**/en/search?q=pear')
    await drawer.waitFor({ state: 'detached' })
    t.same(await rememberedSearches(page), ['pear', 'eternity band', 'hoops', 'OVAL', 'platinum'])
  })
})

t.test('each recent search and all of them can be deleted without losing the focus', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await page.evaluate(() => localStorage.setItem('recentSearches', '["one","two","three"]'))
    await page.reload()
    await hydrated(page)
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
})

t.test('recent searches are shared with other tabs', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    const drawer = await openSearch(page)
    const other = await page.context().newPage()
    await other.goto('/en')
    await hydrated(other)
    await search(other, 'halo')
    await until(async () => (await drawer.getByRole('link', { name: 'halo', exact: true }).count()) === 1)
  })
})

async function search(page: Page, query: string): Promise<void> {
  await openSearch(page)
  await page.keyboard.type(query)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `Results for “${query}”` }).waitFor()
}
