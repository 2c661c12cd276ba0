import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)

t.test('without JavaScript a shopper finds the answer to a question, above the pieces', async (t) => {
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/en/search?q=returns')
    await page.getByRole('heading', { level: 1, name: 'Results for “returns”' }).waitFor()
    const answers = page.getByRole('region', { name: 'Answers' })
    t.match(await answers.innerText(), /^Returns\s+You have 30.days from delivery/)
    t.ok(await page.getByRole('heading', { name: 'Best sellers' }).isVisible(), 'and is led on')
    await answers.getByRole('link', { name: 'Returns' }).click()
    await page.waitForURL('**/en/policies/return-policy')
  })
})

t.test('without JavaScript a link to a question opens its answer', async (t) => {
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/en/search?q=pay+invoice')
    const answers = page.getByRole('region', { name: 'Answers' })
    await answers.getByRole('link', { name: 'How can I pay?' }).click()
    await page.waitForURL('**/en/faq#how-can-i-pay')
    await page.getByText('Checkout lists the payment methods').waitFor()
    t.ok(await page.getByText('How can I pay?').isVisible(), 'the question is in sight')
  })
})

t.test('a price in the query is a filter that can be removed', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/search?q=rings+under+1000')
    await hydrated(page)
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
})

t.test('a query that is only a price shows everything at that price', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/ru/search?q=' + encodeURIComponent('до 1000'))
    await hydrated(page)
    t.match(await page.getByRole('list', { name: 'Выбранные фильтры' }).innerText(), /1.000.*включительно/s)
    t.ok((await page.locator('main article').count()) > 0)
  })
})

t.test('the drawer shows pages while the shopper types', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open search' }).click()
    await page.getByRole('combobox').pressSequentially('retu')
    await page
      .getByRole('region', { name: 'Answers' })
      .getByRole('link', { name: /^Returns/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Returns' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})

t.test('a query that finds nothing leads to help, searches and best sellers', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/search?q=xqzvkw')
    await page.getByRole('heading', { level: 1, name: 'Nothing found for “xqzvkw”' }).waitFor()
    const help = page.getByRole('region', { name: 'Help and pages' })
    t.ok(await help.getByRole('link', { name: 'Returns' }).isVisible())
    t.ok(await page.getByRole('region', { name: 'Popular searches' }).isVisible())
    t.ok(await page.getByRole('region', { name: 'Best sellers' }).isVisible())
  })
})
