import t from 'tap'

import { formatMoney } from '#shared/money/format-money.ts'
import type { CategoryList, ProductCardList } from '#shared/product/product.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { everyCard, getJson } from '#test/support/categories.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)

t.test('a shopper browses the categories and finds exactly their products', async (t) => {
  const { categories } = await getJson<CategoryList>(`${shop.url}/api/categories?lang=en`)
  t.equal(categories.length, 5)

  await visit(t, shop.url, async (page) => {
    await page.goto('/en/shop')
    await hydrated(page)
    for (const category of categories) {
      await page.getByRole('navigation').getByRole('link', { name: category.name, exact: true }).first().click()
      await page.waitForURL(`**/en/shop/${category.handle}`)
      await page.getByRole('heading', { level: 1, name: category.name }).waitFor()
      t.same(await shownProducts(), await productsOf(category.handle), category.name)

      for (const child of category.children) {
        await page.getByRole('link', { name: child.name, exact: true }).first().click()
        await page.waitForURL(`**/en/shop/${category.handle}/${child.handle}`)
        await page.getByRole('heading', { level: 1, name: child.name }).waitFor()
        t.same(await shownProducts(), await productsOf(child.handle), `${category.name}: ${child.name}`)
        await page.goBack()
        await page.getByRole('heading', { level: 1, name: category.name }).waitFor()
      }
    }

    async function shownProducts(): Promise<string[]> {
      const hrefs = await page
        .locator('main article h2 a, main article h3 a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      return hrefs.map((href) => href.replace('/en/shop/product/', '')).toSorted()
    }
  })

  async function productsOf(handle: string): Promise<string[]> {
    const list = await getJson<ProductCardList>(`${shop.url}/api/products/${handle}?view=card&limit=200`)
    return list.products.map((card) => card.handle).toSorted()
  }
})

t.test('the page of all products links each product with its price, in both languages', async (t) => {
  for (const locale of ['en', 'ru'] as const) {
    const html = await (await fetch(`${shop.url}/${locale}/shop/viewAll`)).text()
    const { products } = await getJson<ProductCardList>(
      `${shop.url}/api/products/all?view=card&limit=200&lang=${locale}`,
    )
    t.equal(products.length, (await everyCard(shop.url)).length)
    for (const { handle, title, price } of products) {
      const card = articleOf(html, `href="/${locale}/shop/product/${handle}"`)
      t.ok(card.includes(title), `${locale} ${handle}`)
      t.ok(price && card.includes(formatMoney(price.calculated_amount, price.currency_code, locale)), 'with its price')
    }
  }
})

function articleOf(html: string, link: string): string {
  return html.split('<article').find((part) => part.includes(link)) ?? ''
}
