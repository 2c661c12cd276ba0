import t from 'tap'

import { goTo, hydrated, mainText, seeHeading, visit } from '#test/support/browser.ts'
import { findRing, labelFor } from '#test/support/categories.ts'
import { hundredths, ordersOf } from '#test/support/orders.ts'
import { cartDrawer, checkOut, choose, figuresOf, pressAddToCart, SHOPPER } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const shop = await startOwnShop(t)

t.test('a shopper buys two rings, and the order has the total that they saw', async (t) => {
  const ring = await findRing(shop.url)
  const { product, variant } = ring
  const { price, original, money } = figuresOf(ring)

  await visit(t, shop.url, async (page) => {
    await goTo(page, '/en')
    await page.getByRole('navigation').getByRole('link', { name: 'Rings', exact: true }).first().click()
    await page.waitForURL('**/en/shop/rings')
    await page.getByRole('link', { name: product.title, exact: true }).click()
    await seeHeading(page, product.title)

    await choose(page, ring)
    t.match(page.url(), new RegExp(`metal=${variant.options['metal']}`), 'the URL contains the choice')
    await pressAddToCart(page)

    const drawer = cartDrawer(page)
    const line = drawer.getByRole('list', { name: 'Cart items' }).getByRole('listitem')
    await line.waitFor()
    t.equal(await line.count(), 1)
    t.match(await line.innerText(), labelFor(ring, 'metal'))
    t.match(await line.innerText(), labelFor(ring, 'size'))
    await drawer.getByRole('button', { name: `Increase quantity of ${product.title}` }).click()
    await drawer
      .getByLabel('Total', { exact: true })
      .getByText(money(2 * price))
      .waitFor()
    t.equal(await drawer.getByLabel('Quantity', { exact: true }).innerText(), '2')
    t.equal(await drawer.getByLabel('You save', { exact: true }).innerText(), money(2 * (original - price)))

    t.equal(await drawer.getByRole('list', { name: 'Payment methods' }).count(), 0, 'an invoice has no logo')
    await drawer.getByRole('link', { name: 'Checkout', exact: true }).click()
    await checkOut(page)
    const total = page.getByLabel('Total', { exact: true })
    await page.getByLabel('Delivery', { exact: true }).filter({ hasText: '$' }).waitFor()
    const shownTotal = await total.innerText()
    t.match(
      await mainText(page),
      /Express delivery\s+[A-Z][a-z]{2} \d+\s[A-Z][a-z]{2} – .+, if you pay as soon as you get our bank details/,
    )
    const tax = await page.getByLabel('Tax', { exact: true }).innerText()
    const delivery = await page.getByLabel('Delivery', { exact: true }).innerText()
    t.equal(await page.getByLabel('Subtotal', { exact: true }).innerText(), money(2 * price))
    const cartId = () => page.evaluate(() => localStorage.getItem('cart_id'))
    const bought = await cartId()
    await page.getByRole('button', { name: /^Place order/ }).click()

    await page.waitForURL('**/en/order/confirmation')
    const number = await readConfirmation()
    const confirmed = await mainText(page)
    t.match(confirmed, `Your confirmation is on its way to ${SHOPPER.email}.`)
    t.match(confirmed, /Order status\s+Awaiting payment/i)
    t.match(confirmed.replace(/\s+/g, ' '), `Amount due ${shownTotal} Payment reference ${number}`)
    t.match(confirmed, `We’ll email our bank details to ${SHOPPER.email} within one working day.`)
    t.match(confirmed, /Estimated arrival\s+[A-Z][a-z]{2} \d+\s[A-Z][a-z]{2} – [A-Z][a-z]{2} \d+\s[A-Z][a-z]{2}/i)
    t.match(confirmed, /If you pay as soon as you get our bank details\./)
    await page.reload()
    t.equal(await readConfirmation(), number, 'a reload keeps it')
    await page.getByRole('link', { name: 'Order status and tracking' }).click()
    await page.waitForURL('**/en/order/found')
    t.match(await mainText(page), new RegExp(`order ${number}`, 'i'))
    t.match(await mainText(page), '12 Engine Street', 'the browser that ordered sees all of it')
    await page.goBack()
    t.equal(await readConfirmation(), number)
    await page.getByRole('button', { name: 'Open cart', exact: true }).waitFor()
    const isNew = async () => ![null, bought].includes(await cartId())
    t.ok(await until(isNew), 'the next cart is a new one')

    const [order, ...others] = await ordersOf(shop.commerce, SHOPPER.email)
    if (!order) throw new Error('the shop has no such order')
    t.same(others, [], 'ordered once')
    t.equal(order.custom_display_id, number)
    t.equal(hundredths(order.item_subtotal), 2 * price)
    t.equal(money(hundredths(order.tax_total)), tax, 'the state’s four per cent')
    t.equal(money(hundredths(order.total)), shownTotal)
    t.equal(money(hundredths(order.shipping_subtotal)), delivery)
    t.same(
      order.items.map((item) => [item.variant_id, item.quantity, hundredths(item.unit_price)]),
      [[variant.id, 2, price]],
    )
    t.match(order.shipping_address, { first_name: 'Ada', city: 'New York', country_code: 'us' })

    async function readConfirmation(): Promise<string | undefined> {
      await hydrated(page)
      await seeHeading(page, 'Thank you')
      t.equal(
        await page.getByLabel('Total', { exact: true }).innerText(),
        shownTotal,
        'the total is the one shown before',
      )
      t.match(await mainText(page), product.title)
      return /Order (\S+)/i.exec(await mainText(page))?.[1]
    }
  })
})
