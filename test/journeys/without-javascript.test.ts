import type { Locator, Page } from 'playwright'
import t from 'tap'

import { visit } from '#test/support/browser.ts'
import { catalogPaths, findRing, labelFor } from '#test/support/categories.ts'
import { listOf, shownProducts } from '#test/support/listing.ts'
import { hundredths, ordersOf } from '#test/support/orders.ts'
import { checkOut, choose, figuresOf, SHOPPER } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const NO_SCRIPTS = { javaScriptEnabled: false }

const shop = await startOwnShop(t)

t.test('a shopper without JavaScript reads every page', async (t) => {
  const paths = await catalogPaths(shop.url)
  await visit(t, shop.url, NO_SCRIPTS, async (page) => {
    for (const path of paths) {
      await page.goto(`/en${path}`, { waitUntil: 'domcontentloaded' })
      const text = await page.locator('main').innerText()
      const busy = await page.locator('main [aria-busy="true"]:visible').count()
      t.ok(text.length > 40 && busy === 0, `/en${path}`)
      t.equal(await page.locator('h1:visible').count(), 1, 'the page has one heading')
    }
  })
})

t.test('a shopper without JavaScript buys two rings', async (t) => {
  const ring = await findRing(shop.url)
  const { price, money } = figuresOf(ring)
  const email = `without-${SHOPPER.email}`

  await visit(t, shop.url, NO_SCRIPTS, async (page) => {
    await page.goto(`/en/shop/product/${ring.product.handle}`)
    t.equal(await page.getByRole('button', { name: 'Add to cart', exact: true }).count(), 0)
    await follow(page, page.getByRole('button', { name: 'Choose a size', exact: true }))
    const sizes = page.getByRole('group', { name: 'Size' })
    await sizes.getByText('Please choose a size first.').waitFor()
    t.equal(await sizes.locator(':checked').count(), 0, 'and none is chosen for the shopper')
    await choose(page, ring)
    await follow(page, page.getByRole('button', { name: 'Show this option' }))
    t.match(page.url(), `metal=${ring.variant.options['metal']}`)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()

    await page.waitForURL('**/en/cart')
    const items = page.getByRole('list', { name: 'Cart items' })
    t.match(await items.innerText(), labelFor(ring, 'metal'))
    await page.goto('/en/shop/product/round-stud-earrings')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await page.waitForURL('**/en/cart')
    t.equal(await items.getByRole('listitem').count(), 2)
    await follow(page, page.getByRole('button', { name: /^Remove .*[Ee]arrings/ }))
    t.equal(await items.getByRole('listitem').count(), 1)
    await follow(page, page.getByRole('button', { name: `Increase quantity of ${ring.product.title}` }))
    t.equal(await page.getByLabel('Quantity', { exact: true }).innerText(), '2')
    t.equal(await page.getByLabel('Total', { exact: true }).innerText(), money(2 * price))
    await follow(page, page.getByRole('link', { name: 'Checkout', exact: true }))

    await page.getByLabel('Email', { exact: true }).fill('no address')
    await page.locator('form:has([name=email])').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await follow(page, page.getByRole('button', { name: /^Continue/ }))
    t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), 'no address', 'nothing typed is lost')
    await page.getByText('Please enter a valid email address.').first().waitFor()
    await checkOut(page, { email })
    const total = await page.getByLabel('Total', { exact: true }).innerText()
    await page.getByRole('button', { name: /^Place order/ }).click()

    await page.waitForURL('**/en/order/confirmation')
    t.equal(await page.getByLabel('Total', { exact: true }).innerText(), total)
    await page.reload()
    t.equal(await page.getByLabel('Total', { exact: true }).innerText(), total, 'a reload keeps it')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const paper = page.locator('body')
    for (const written of [email, total]) t.match(await paper.innerText(), written, 'all of it is printed')
    for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const)
      t.equal(await page.getByRole(role).filter({ visible: true }).count(), 0, `no ${role} on paper`)
    const pressed = page.getByText(/^(Continue shopping|Withdraw from contract here)$/)
    t.same([await pressed.count(), await pressed.filter({ visible: true }).count()], [2, 0], 'nor the links')
    t.equal(await paper.evaluate((body) => getComputedStyle(body).backgroundColor), 'rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen' })
    const [order] = await ordersOf(shop.commerce, email)
    t.equal(money(hundredths(order?.total ?? 0)), total, 'the order exists')
  })
})

t.test('a shopper without JavaScript filters and sorts a category by a form and links', async (t) => {
  const wanted = await listOf(shop.url, 'rings?metal=white-gold&metal=platinum&in_stock=true&sort=price-desc')
  const platinum = await listOf(shop.url, 'rings?metal=platinum&in_stock=true&sort=price-desc')
  for (const width of [1280, 390]) {
    await visit(t, shop.url, { ...NO_SCRIPTS, viewport: { width, height: 800 } }, async (page) => {
      const isPhone = width < 1000
      await page.goto('/en/shop/rings')
      if (isPhone) await page.getByRole('button', { name: 'Sort' }).click()
      await follow(page, page.getByRole('link', { name: 'Price: high to low' }))
      if (isPhone) await page.getByRole('link', { name: 'Filter' }).click()
      await page.getByRole('checkbox', { name: 'White gold' }).check()
      await page.getByRole('checkbox', { name: 'Platinum' }).check()
      await page.getByRole('checkbox', { name: 'In stock' }).check()
      await page.getByRole('button', { name: 'Apply filters' }).click()
      await page.waitForURL(/metal=platinum.*stock=in&sort=price-desc$/)
      t.same(await shownProducts(page), wanted.handles, `${width} px wide`)
      t.match(await page.locator('main').innerText(), wanted.count)
      await page.getByRole('link', { name: 'Remove White gold' }).click()
      await page.waitForURL('**/rings?metal=platinum&stock=in&sort=price-desc')
      t.same(await shownProducts(page), platinum.handles)
    })
  }
})

t.test('a shopper without JavaScript changes the language and keeps the search and the filters', async (t) => {
  const cheap = '?metal=platinum&stock=in&sort=price-asc'
  await visit(t, shop.url, NO_SCRIPTS, async (page) => {
    for (const cached of ['/search?q=oval+ring', `/shop/rings${cheap}`]) {
      await page.goto(`/en${cached}`)
      const products = await shownProducts(page)
      t.ok(products.length > 0, cached)
      await page.getByRole('banner').getByRole('link', { name: 'Русский' }).click()
      await page.waitForURL(`**/ru${cached}`)
      t.equal(await page.locator('html').getAttribute('lang'), 'ru-RU')
      t.same((await shownProducts(page)).toSorted(), products.toSorted(), cached)
      await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
      await page.waitForURL(`**/en${cached}`)
    }
  })
})

/** Clicks an element that loads another document, which may have the same URL, and waits for it. */
async function follow(page: Page, target: Locator): Promise<void> {
  const loaded = page.waitForEvent('load')
  await target.click()
  await loaded
}
