import t from 'tap'

import { awake, visit } from '#test/support/browser.ts'
import { hundredths, ordersOf } from '#test/support/orders.ts'
import { findRing, wordFor } from '#test/support/shelf.ts'
import { cartDrawer, checkOut, choose, figuresOf, SHOPPER } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

t.test('a shopper buys two rings, and the shop has the order they saw, to the cent', async (t) => {
  const shop = await startOwnShop(t)
  const ring = await findRing(shop.url)
  const { product, variant } = ring
  const { price, original, money } = figuresOf(ring)

  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await awake(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Rings', exact: true }).first().click()
    await page.waitForURL('**/en/shop/rings')
    await page.getByRole('link', { name: product.title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: product.title }).waitFor()

    await choose(page, ring)
    t.match(page.url(), new RegExp(`metal=${variant.options['metal']}`), 'the address keeps the choice')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()

    const drawer = cartDrawer(page)
    const line = drawer.getByRole('list', { name: 'Cart items' }).getByRole('listitem')
    await line.waitFor()
    t.equal(await line.count(), 1)
    t.match(await line.innerText(), wordFor(ring, 'metal'))
    t.match(await line.innerText(), wordFor(ring, 'size'))
    await drawer.getByRole('button', { name: `Increase quantity ${product.title}` }).click()
    await drawer
      .getByLabel('Total', { exact: true })
      .getByText(money(2 * price))
      .waitFor()
    t.equal(await drawer.getByLabel('Quantity', { exact: true }).innerText(), '2')
    t.equal(await drawer.getByLabel('You save', { exact: true }).innerText(), money(2 * (original - price)))

    const ways = drawer.getByRole('list', { name: 'Ways to pay' }).getByRole('img')
    const logos = await ways.evaluateAll((images) => images.map((image) => image.getAttribute('aria-label')))
    t.same(logos, ['Amex', 'Apple Pay', 'Google Pay', 'Maestro', 'Mastercard', 'PayPal', 'Visa'])
    await drawer.getByRole('link', { name: 'Checkout', exact: true }).click()
    await checkOut(page)
    const total = page.getByLabel('Total', { exact: true })
    await page.getByLabel('Delivery', { exact: true }).filter({ hasText: '$' }).waitFor()
    const shownTotal = await total.innerText()
    const delivery = await page.getByLabel('Delivery', { exact: true }).innerText()
    t.equal(await page.getByLabel('Subtotal', { exact: true }).innerText(), money(2 * price))
    await page.getByRole('button', { name: /^Place order/ }).click()

    await page.waitForURL('**/en/order/confirmation')
    const number = await readConfirmation()
    await page.reload()
    t.equal(await readConfirmation(), number, 'a reload keeps it')
    await page.getByRole('button', { name: 'Open cart', exact: true }).waitFor()

    const [order, ...others] = await ordersOf(shop.commerce, SHOPPER.email)
    if (!order) throw new Error('the shop has no such order')
    t.same(others, [], 'ordered once')
    t.equal(order.custom_display_id, number)
    t.equal(hundredths(order.item_total), 2 * price)
    t.equal(money(hundredths(order.total)), shownTotal)
    t.equal(money(hundredths(order.shipping_total)), delivery)
    t.same(
      order.items.map((item) => [item.variant_id, item.quantity, hundredths(item.unit_price)]),
      [[variant.id, 2, price]],
    )
    t.match(order.shipping_address, { first_name: 'Ada', city: 'New York', country_code: 'us' })

    async function readConfirmation(): Promise<string | undefined> {
      await awake(page)
      await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
      t.equal(await page.getByLabel('Total', { exact: true }).innerText(), shownTotal, 'the total is the one agreed to')
      t.match(await page.locator('main').innerText(), product.title)
      return /Order (\S+)/i.exec(await page.locator('main').innerText())?.[1]
    }
  })
})
