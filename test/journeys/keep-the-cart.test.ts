import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { focused, step, tabTo } from '#test/support/keyboard.ts'
import { cartDrawer, choose, figuresOf } from '#test/support/shopper.ts'
import { startShop } from '#test/support/test-shop.ts'

t.test('a shopper who asks for more of a ring than a cart line holds has 99, and no more are measured', async (t) => {
  const shop = await startShop(t)
  const ring = await findRing(shop.url)
  await visit(t, shop.url, async (page) => {
    await page.goto(`/en/shop/product/${ring.product.handle}`)
    await hydrated(page)
    await choose(page, ring)
    const added = page.waitForResponse(/line-items/)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await added
    const more = cartDrawer(page).getByRole('button', { name: `Increase quantity ${ring.product.title}` })
    const measured = await more.evaluate(async (button: HTMLButtonElement) => {
      const quantities: number[] = []
      addEventListener('shop-event', (event) => {
        const { name, facts } = (event as CustomEvent<{ name: string; facts: { quantity: number } }>).detail
        if (name === 'Cart Quantity Updated') quantities.push(facts.quantity)
      })
      for (let clicks = 0; clicks < 105; clicks += 1) {
        button.click()
        // A click of a shopper comes after the page shows the one before.
        await new Promise((resolve) => setTimeout(resolve))
      }
      return quantities
    })
    t.same(
      measured,
      Array.from({ length: 98 }, (_, place) => place + 2),
    )
    t.equal(await cartDrawer(page).getByLabel('Quantity', { exact: true }).innerText(), '99')
  })
})

t.test('a shopper who reloads, leaves or opens another tab finds the cart as it was', async (t) => {
  const shop = await startShop(t)
  const ring = await findRing(shop.url)
  const { price, money } = figuresOf(ring)

  await visit(t, shop.url, async (page) => {
    await page.goto(`/en/shop/product/${ring.product.handle}`)
    await hydrated(page)
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
    await hydrated(page)
    await page.getByRole('button', { name: 'Open cart, 2 items' }).click()
    await expectTwo(page)

    await page.goto('/en')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()

    const other = await page.context().newPage()
    await other.goto('/en/shop')
    await hydrated(other)
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

t.test('who takes a piece out by keyboard hears of it, and puts it back with the next keys', async (t) => {
  const shop = await startShop(t)
  const ring = await findRing(shop.url)
  const { title } = ring.product

  await visit(t, shop.url, async (page) => {
    await page.request.post('/api/carts/current/line-items', { data: { variant_id: ring.variant.id, quantity: 2 } })
    await page.goto('/en/cart')
    await hydrated(page)
    const main = page.getByRole('main')
    // What a screen reader is to read has to be put into a place that it watches already.
    const regions = await main.locator('[aria-live=polite]').elementHandles()
    const received = async () => (await Promise.all(regions.map((region) => region.textContent()))).join(' ')
    const quantity = main.getByLabel('Quantity', { exact: true })

    await tabTo(page, `button "Remove ${title}"`)
    await page.keyboard.press('Enter')
    await main.getByText('Your cart is empty').waitFor()
    await main.getByRole('button', { name: 'Undo' }).waitFor()
    t.match(await received(), `Removed from your cart: ${title}`)
    t.equal(await page.locator(':focus').count(), 1, 'the focus is still on the page')
    t.equal(await step(page), 'button "Undo"')
    t.equal(await main.getByRole('button', { name: 'Undo', description: title }).count(), 1)
    await page.keyboard.press('Enter')
    await quantity.waitFor()
    t.equal(await quantity.innerText(), '2')
    t.match(await received(), `Back in your cart: ${title}`)
    t.match(await step(page), `link "${title}"`, 'and goes on with the lines')
    await tabTo(page, `button "Increase quantity ${title}"`)
    const changed = page.waitForResponse(/line-items/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    t.equal(
      await main.getByRole('status', { name: 'Quantity', exact: true }).innerText(),
      '4',
      'read out as it changes',
    )
    t.match(await focused(page), `button "Increase quantity ${title}"`, 'and the next key is more of the same')
    await changed

    await page.getByRole('button', { name: /^Open cart/ }).click()
    const drawer = cartDrawer(page)
    await tabTo(page, `button "Remove ${title}"`)
    await page.keyboard.press('Enter')
    await drawer.getByText('Your cart is empty').waitFor()
    await drawer.getByRole('button', { name: 'Undo' }).waitFor()
    t.equal(await main.getByRole('button', { name: 'Undo' }).count(), 0, 'one place says it')
    t.match(await focused(page), /./, 'nor is it lost in the drawer')
    await tabTo(page, 'button "Undo"', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await drawer.getByRole('button', { name: `Remove ${title}` }).waitFor()
    t.match(await step(page), `link "${title}"`)
  })
})
