import t from 'tap'

import { awake, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/shelf.ts'
import { cartDrawer, choose, figuresOf } from '#test/support/shopper.ts'
import { startShop } from '#test/support/test-shop.ts'

t.test('a shopper who reloads, leaves or opens another tab finds the cart as it was', async (t) => {
  const shop = await startShop(t)
  const ring = await findRing(shop.url)
  const { price, money } = figuresOf(ring)

  await visit(t, shop.url, async (page) => {
    await page.goto(`/en/shop/product/${ring.product.handle}`)
    await awake(page)
    await choose(page, ring)
    const add = page.getByRole('button', { name: 'Add to cart', exact: true })
    const added = page.waitForResponse(/line-items/)
    await add.click()
    await added
    await cartDrawer(page)
      .getByRole('button', { name: `Increase quantity ${ring.product.title}` })
      .click()
    await cartDrawer(page)
      .getByLabel('Total', { exact: true })
      .getByText(money(2 * price))
      .waitFor()

    // At once: the change has not even been sent.
    await page.reload()
    await awake(page)
    await page.getByRole('button', { name: 'Open cart, 2 items' }).click()
    await expectTwo(page)

    await page.goto('/en')
    await awake(page)
    await page.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()

    const other = await page.context().newPage()
    await other.goto('/en/shop')
    await awake(other)
    await other.getByRole('button', { name: 'Open cart, 2 items' }).click()
    await expectTwo(other)
    await cartDrawer(other)
      .getByRole('button', { name: `Remove ${ring.product.title}` })
      .click()
    await page.getByRole('button', { name: 'Open cart', exact: true }).waitFor()
    t.pass('and the first tab hears of what the other did')
  })

  async function expectTwo(page: Parameters<typeof cartDrawer>[0]): Promise<void> {
    const drawer = cartDrawer(page)
    await drawer
      .getByLabel('Total', { exact: true })
      .getByText(money(2 * price))
      .waitFor()
    t.equal(await drawer.getByLabel('Quantity', { exact: true }).innerText(), '2')
  }
})
