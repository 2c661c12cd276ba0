import { join } from 'node:path'

import t from 'tap'

import { generateProducts } from '#dev/generate-products.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import type { CategoryList, ProductCardList } from '#shared/product/product.ts'
import { goTo, journey, reload, visit } from '#test/support/browser.ts'
import { everyCard, getJson } from '#test/support/categories.ts'
import { testCommerceOptions } from '#test/support/commerce.ts'
import { focused, tabTo } from '#test/support/keyboard.ts'
import { counted, listen, listOf, shownProducts } from '#test/support/listing.ts'
import { ownCommerce, startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

const DESKTOP = { viewport: { width: 1440, height: 900 } }

const shop = await startOwnShop(t)

t.test(
  'a shopper filters and sorts a category, opens a product, and comes back to the same position and filters',
  async (t) => {
    const wanted = await listOf(
      shop.url,
      'all?metal=white-gold&metal=yellow-gold&cut=round&in_stock=true&sort=price-asc',
    )
    await visit(t, shop.url, async (page) => {
      await goTo(page, '/en/shop/viewAll')
      const filters = page.getByRole('form', { name: 'Filters' })
      await filters.getByRole('group', { name: 'Metal' }).getByRole('checkbox', { name: 'White gold' }).check()
      await filters.getByRole('group', { name: 'Metal' }).getByRole('checkbox', { name: 'Yellow gold' }).check()
      await filters.getByRole('group', { name: 'Stone cut' }).getByRole('checkbox', { name: 'Round' }).check()
      await filters.getByRole('group', { name: 'Availability' }).getByRole('checkbox', { name: 'In stock' }).check()
      await page.waitForURL('**/en/shop/viewAll?metal=white-gold&metal=yellow-gold&cut=round&stock=in')
      await counted(page, wanted.count)
      const order = page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Price: low to high' })
      await order.click()
      await page.waitForURL('**&stock=in&sort=price-asc')
      t.ok(await order.evaluate((link) => link === document.activeElement), 'the focus stays')
      await page.waitForFunction(
        () => document.querySelector('nav [aria-current="true"]')?.textContent === 'Price: low to high',
      )
      t.same(await shownProducts(page), wanted.handles)

      const address = page.url()
      await page.evaluate(() => scrollTo(0, 640))
      await page.waitForFunction(() => scrollY === 640)
      await page.locator('main article h2 a').nth(4).click()
      await page.getByRole('button', { name: /^(Add to cart|Choose a size)$/ }).waitFor()
      t.equal(await page.evaluate(() => scrollY), 0, 'the product page is scrolled to the top')
      t.match(page.url(), /\?metal=(?:white|yellow)-gold$/, 'a selected metal is shown')
      await page.goBack()
      await counted(page, wanted.count)
      t.equal(page.url(), address)
      await page.waitForFunction(() => scrollY === 640)
      t.ok(await filters.getByRole('checkbox', { name: 'Round' }).isChecked())

      await page.locator('main article h2 a').nth(4).click()
      await page.getByRole('button', { name: /^(Add to cart|Choose a size)$/ }).waitFor()
      await reload(page)
      await page.goBack()
      await counted(page, wanted.count)
      await page.waitForFunction(() => scrollY === 640)

      await goTo(page, address)
      t.same(await shownProducts(page), wanted.handles, 'the address opened afresh shows the same')
      const chosen = page.getByRole('list', { name: 'Active filters' })
      t.same(await chosen.getByRole('link').allInnerTexts(), [
        'White gold',
        'Yellow gold',
        'Round',
        'In stock',
        'Clear all',
      ])
      await chosen.getByRole('link', { name: 'Clear all' }).click()
      await counted(page, (await listOf(shop.url, 'all')).count)
      t.match(page.url(), /viewAll\?sort=price-asc$/, 'the order stays')
      t.equal(await filters.getByRole('checkbox', { checked: true }).count(), 0)
    })
  },
)

t.test(
  'a shopper who sets filters faster than the server responds gets all of them, and back removes one filter',
  async (t) => {
    const wanted = await listOf(shop.url, 'rings?metal=platinum&metal=white-gold&cut=oval')
    await visit(t, shop.url, async (page) => {
      await goTo(page, '/en/shop/rings')
      let answers = 0
      const held: (() => void)[] = []
      await page.route('**/rings?*_data', async (route) => {
        answers += 1
        // The first responses arrive last.
        if (answers < 3) await new Promise<void>((resolve) => held.push(resolve))
        await route.continue().catch(() => undefined)
      })
      await page.getByRole('checkbox', { name: 'Oval' }).check()
      await page.locator('main div[aria-busy="true"]').waitFor()
      await page.getByRole('checkbox', { name: 'White gold' }).check()
      await page.getByRole('checkbox', { name: 'Platinum' }).check()
      await counted(page, wanted.count)
      for (const release of held) release()
      t.same(await shownProducts(page), wanted.handles)
      t.match(page.url(), /\/rings\?metal=platinum&metal=white-gold&cut=oval$/)

      await page.getByRole('checkbox', { name: 'Platinum' }).uncheck()
      await page.waitForURL('**/rings?metal=white-gold&cut=oval')
      await page.goBack()
      await page.getByRole('link', { name: 'Remove Platinum' }).waitFor()
      // The form follows the back navigation.
      await page.getByRole('checkbox', { name: 'Platinum', checked: true }).waitFor()
      t.same(await shownProducts(page), wanted.handles)
    })
  },
)

t.test('a shopper on a phone filters a category in a bottom sheet, and each count is announced once', async (t) => {
  const platinum = await listOf(shop.url, 'rings?metal=platinum')
  const both = await listOf(shop.url, 'rings?metal=platinum&metal=silver')
  await visit(t, shop.url, PHONE, async (page) => {
    await goTo(page, '/en/shop/rings')
    t.equal(await page.getByRole('group', { name: 'Metal' }).count(), 0, 'the list has the page')
    await page.getByRole('button', { name: 'Filter', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.getByRole('group', { name: 'Metal' }).waitFor()
    const announcements = await listen(page)
    await dialog.getByRole('checkbox', { name: 'Platinum' }).tap()
    await dialog.getByRole('button', { name: `Show ${platinum.count}` }).waitFor()
    await dialog.getByRole('checkbox', { name: 'Silver' }).tap()
    await dialog.getByRole('button', { name: `Show ${both.count}` }).tap()
    await dialog.waitFor({ state: 'hidden' })
    t.same(await announcements(), [platinum.count, both.count])
    t.same(await shownProducts(page), both.handles)

    await page.getByRole('button', { name: 'Filter (2)' }).waitFor()
    await page.getByRole('button', { name: 'Sort' }).tap()
    await page.getByRole('link', { name: 'Newest' }).tap()
    await page.waitForURL('**/rings?metal=platinum&metal=silver&sort=newest')
    await page.getByRole('link', { name: 'Newest' }).waitFor({ state: 'hidden' })
    t.same((await shownProducts(page)).toSorted(), both.handles.toSorted())
  })
})

journey(t, 'a shopper with a keyboard filters a category and never loses the focus', shop.url, async (page, t) => {
  await goTo(page, '/en/shop/rings?metal=white-gold')
  await tabTo(page, 'radio "Any price')
  await page.keyboard.press('ArrowUp')
  await page.waitForURL('**/rings?metal=white-gold&price=*-')
  await page.getByRole('link', { name: /^Remove \$.*\+/ }).waitFor()
  t.match(await focused(page), /^radio ".*\+/)

  await tabTo(page, 'link "Remove White gold"')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/rings?price=*-')
  await page.getByRole('link', { name: 'Remove White gold' }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement !== document.body)
  await page.keyboard.press('Tab')
  t.match(await focused(page), /^link "Remove .*\+/, 'the next to be taken back is next')
})

t.test('a shopper whose filters match no product sees which, and how to continue', async (t) => {
  const platinum = await listOf(shop.url, 'rings?metal=platinum')
  await visit(t, shop.url, async (page) => {
    await goTo(page, '/en/shop/rings?metal=platinum&price=-1')
    await page.getByText('No matches for: Platinum, Under $1').waitFor()
    await page.getByRole('link', { name: 'Remove “Under $1”' }).click()
    await counted(page, platinum.count)
    t.same(await shownProducts(page), platinum.handles)
  })
})

t.test('a shopper can retry a list that failed to load', async (t) => {
  const silver = await listOf(shop.url, 'rings?metal=silver')
  await visit(t, shop.url, { expected: [/ERR_FAILED/] }, async (page) => {
    await goTo(page, '/en/shop/rings')
    await page.route('**/*_data', (route) => route.abort(), { times: 1 })
    await page.getByRole('checkbox', { name: 'Silver' }).click()
    await page.getByText('We got no response. Please check your connection and try again.').waitFor()
    await page.getByRole('link', { name: 'Try again' }).click()
    await counted(page, silver.count)
    t.same(await shownProducts(page), silver.handles)
    await page.goBack()
    await counted(page, (await listOf(shop.url, 'rings')).count)
  })
})

journey(
  t,
  'the filters beside a list are never cut off, and their end comes in sight',
  shop.url,
  DESKTOP,
  async (page, t) => {
    await goTo(page, '/en/shop/viewAll')
    const rail = page.locator('#filters')
    t.ok(await rail.evaluate((element) => element.scrollHeight <= element.clientHeight), 'no scrolling in itself')
    const last = page.getByRole('checkbox', { name: 'In stock' })
    await page.evaluate(() => scrollTo(0, 1500))
    await page.waitForFunction(() => scrollY === 1500)
    const box = await last.boundingBox()
    t.ok(box && box.y > 80 && box.y + box.height <= 900, `it stays in sight further down, at ${box?.y}`)

    await last.focus()
    await page.keyboard.press('Shift+Tab')
    const first = page.getByRole('checkbox').first()
    await first.focus()
    const reached = await first.boundingBox()
    t.ok(reached && reached.y >= 80 && reached.y < 900, `the keyboard reaches the first one, at ${reached?.y}`)
  },
)

journey(t, 'on a phone nothing but the heart is on the image of a card', shop.url, PHONE, async (page, t) => {
  await goTo(page, '/en/shop/earrings')
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /to cart$/ }) })
    .first()
  const [image, button] = [card.locator('img').first(), card.getByRole('button', { name: /to cart$/ })]
  const [shown, add] = [await image.boundingBox(), await button.boundingBox()]
  t.ok(shown && add && add.y >= shown.y + shown.height, `${add?.y} is below the image`)
})

t.test('a shopper browses the categories and finds exactly their products', async (t) => {
  const { categories } = await getJson<CategoryList>(`${shop.url}/api/categories?lang=en`)
  t.equal(categories.length, 5)
  const home = await (await fetch(`${shop.url}/en/shop`)).text()
  for (const category of categories) {
    t.ok(home.includes(`href="/en/shop/${category.handle}"`), `a link leads to ${category.name}`)
    const html = await check(category, category.handle)
    for (const child of category.children) {
      t.ok(html.includes(`href="/en/shop/${category.handle}/${child.handle}"`), `a link leads to ${child.name}`)
      await check(child, `${category.handle}/${child.handle}`)
    }
  }

  async function check({ handle, name }: { handle: string; name: string }, path: string): Promise<string> {
    const html = await (await fetch(`${shop.url}/en/shop/${path}`)).text()
    const list = await getJson<ProductCardList>(`${shop.url}/api/products/${handle}?view=card&limit=200`)
    const shown = html.split('<article').slice(1)
    t.same(
      shown.map((card) => /href="\/en\/shop\/product\/([^"?]+)/.exec(card)?.[1] ?? '').toSorted(),
      list.products.map((card) => card.handle).toSorted(),
      name,
    )
    return html
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
      const link = `href="/${locale}/shop/product/${handle}"`
      const card = html.split('<article').find((part) => part.includes(link)) ?? ''
      t.ok(card.includes(title), `${locale} ${handle}`)
      t.ok(price && card.includes(formatMoney(price.calculated_amount, price.currency_code, locale)), 'with its price')
    }
  }
})

// The last test, because it adds products to the shop.
t.test('a shopper pages through a long category, and comes back to the scroll position', async (t) => {
  const commerce = await ownCommerce()
  await generateProducts({
    commerceDir: testCommerceOptions('generate').commerceDir,
    databaseUrl: commerce.shopDatabaseUrl,
    logs: join(commerce.dataDir, 'logs'),
    products: 36,
    onProgress: () => undefined,
  })
  const { url } = await startOwnShop(t)
  const all = await until(() => listOf(url, 'all?limit=200&sort=price-asc').catch(() => undefined))
  t.equal(all.count, '72 pieces')
  await visit(t, url, async (page) => {
    await goTo(page, '/en/shop/viewAll?sort=price-asc')
    t.same(await shownProducts(page), all.handles.slice(0, 48))
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/viewAll?sort=price-asc&page=2')
    await page.getByText('2 of 2').waitFor()
    t.same(await shownProducts(page), all.handles.slice(48))
    t.equal(await page.evaluate(() => scrollY), 0, 'another page starts at its top')
    t.equal(await page.evaluate(() => document.activeElement?.id), 'content')

    await page.evaluate(() => scrollTo(0, 500))
    await page.waitForFunction(() => scrollY === 500)
    await page.locator('main article h2 a').nth(3).click()
    await page.getByRole('button', { name: /^(Add to cart|Choose a size)$/ }).waitFor()
    await page.goBack()
    await page.getByText('2 of 2').waitFor()
    await page.waitForFunction(() => scrollY === 500)
    t.same(await shownProducts(page), all.handles.slice(48))
    await page.getByRole('checkbox', { name: 'Silver' }).check()
    // Changed filters start at the first page.
    await page.waitForURL('**/viewAll?metal=silver&sort=price-asc')
  })

  const found = await listOf(url, 'search?q=moissanite&limit=100&sort=newest')
  t.ok(found.handles.length > 50)
  const usual = await listOf(url, 'search?q=moissanite&sort=newest')
  t.same(usual.handles, found.handles.slice(0, 50), 'without a limit the response has fifty products')
  await visit(t, url, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/en/search?q=moissanite&sort=newest')
    t.same(await shownProducts(page), found.handles.slice(0, 50))
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/en/search?q=moissanite&sort=newest&page=2')
    t.same(await shownProducts(page), found.handles.slice(50), 'what is found has pages, too')
  })
})
