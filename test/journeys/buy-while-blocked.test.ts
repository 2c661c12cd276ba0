import type { Page } from 'playwright'
import t from 'tap'

import type { CurrentCartAnswer } from '#shared/cart/cart.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { ordersOf } from '#test/support/orders.ts'
import { cartDrawer, checkOut, fillAddress, fillContact } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const shop = await startOwnShop(t)
const { product, variant } = await findRing(shop.url)
/** By then the first popup has opened, unless it is stored as closed. */
const POPUP_MS = 5000

const item = `/en/shop/product/${product.handle}?${new URLSearchParams(variant.options)}`

t.test('a shopper whose browser stores only cookies sees what is lost, and buys', async (t) => {
  const email = `stores-nothing-${process.pid}@shopper.example`
  await visit(t, shop.url, async (page) => {
    await page.clock.install()
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    })
    await page.goto('/en/wishlist')
    await hydrated(page)
    await page
      .getByRole('alert')
      .filter({ hasText: 'the list will be lost when you close or reload the page' })
      .waitFor()
    await page.goto(item)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await page.clock.fastForward(POPUP_MS)
    await page.waitForLoadState('networkidle')
    t.equal(
      await page.getByRole('dialog').count(),
      0,
      'no popup opens that a shopper would have to close on every page',
    )
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await cartDrawer(page).getByRole('link', { name: 'Checkout', exact: true }).click()
    await placeOrder(page, email)
  })
  t.equal((await ordersOf(shop.commerce, email)).length, 1)
})

t.test('a shopper whose scripts are blocked from some page on continues by forms, and buys', async (t) => {
  const email = `scripts-blocked-${process.pid}@shopper.example`
  await visit(
    t,
    shop.url,
    { expected: [/ERR_BLOCKED_BY_CLIENT/, /Failed to fetch dynamically imported module/, /Failed to load/] },
    async (page) => {
      await page.goto('/en')
      await hydrated(page)
      await page.route('**/assets/*.js', async (route) => route.abort('blockedbyclient'))
      await page.goto(item)
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
      await page.waitForURL('**/en/cart')
      await page.getByRole('list', { name: 'Cart items' }).getByText(product.title).waitFor()
      await page.getByRole('link', { name: 'Checkout', exact: true }).click()
      await placeOrder(page, email, true)
    },
  )
  t.equal((await ordersOf(shop.commerce, email)).length, 1)
})

t.test('a shopper whose network fails sees a message, and buys once it is back', async (t) => {
  const email = `network-gone-${process.pid}@shopper.example`
  await visit(t, shop.url, { expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to/, /could not be/] }, async (page) => {
    const setOffline = async (isGone: boolean) => page.context().setOffline(isGone)
    await page.goto(item)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await setOffline(true)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    const drawer = cartDrawer(page)
    await drawer.getByRole('alert').filter({ hasText: 'We couldn’t load your cart' }).waitFor()
    await setOffline(false)
    await drawer.getByRole('list', { name: 'Cart items' }).getByText(product.title).waitFor()
    await until(async () => {
      const { cart } = (await (await page.request.get('/api/carts/current')).json()) as CurrentCartAnswer
      return cart?.items.length === 1
    })
    await drawer.getByRole('link', { name: 'Checkout', exact: true }).click()
    await page.waitForURL('**/en/checkout/details')
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await fillContact(page, email)
    await fillAddress(page)
    await setOffline(true)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await page.getByText('The shop isn’t responding at the moment. Nothing has been lost').first().waitFor()
    await setOffline(false)
    await placeOrder(page, email)
  })
  t.equal((await ordersOf(shop.commerce, email)).length, 1)
})

async function placeOrder(page: Page, email: string, byForms = false): Promise<void> {
  await checkOut(page, { email, byForms })
  await page.getByRole('button', { name: /^Place order/ }).click()
  await page.waitForURL('**/en/order/confirmation')
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
}
