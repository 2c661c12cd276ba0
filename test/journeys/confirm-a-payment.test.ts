import type { Page } from 'playwright'
import t from 'tap'

import { listProducts } from '#test/server/shop-server.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { hydrated, journey, seeHeading, visit } from '#test/support/browser.ts'
import { messageIn } from '#test/support/message.ts'
import { ordersOf } from '#test/support/orders.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { ownCommerce, startOwnShop } from '#test/support/test-shop.ts'

const proxy = await startBreakingProxy(t, (await ownCommerce()).medusaUrl)
const shop = await startOwnShop(t, { env: { MEDUSA_URL: proxy.url } })
const [variantId = ''] = await listProducts(shop.commerce, 12)
const CONFIRMING = 'We’re confirming your payment'
const THANKS = 'Thank you. Your order has been placed.'
/** Browsers log the 503 responses that scripts get while the backend is down. */
const AWAY = [/status of 503/, /Failed to (initialize|refresh) cart/]

async function pay(page: Page, email: string): Promise<string> {
  const cart = await readyCart(
    async (method, url, body) => {
      const answer = await page.request.fetch(url, { method, ...(body ? { data: body } : {}) })
      return { status: answer.status(), body: await answer.json() }
    },
    { variantId, email },
  )
  return cart.id
}

t.test('a shopper who pays while the backend goes down waits, in either language, and gets one order', async (t) => {
  const email = 'waits@shopper.example'
  const body = async (page: Page) => {
    await page.clock.install()
    const cartId = await pay(page, email)
    await proxy.goAway()
    for (const lang of ['ru', 'en'] as const) {
      await page.goto(`/${lang}/checkout/confirming`)
      await seeHeading(page, messageIn(lang, CONFIRMING))
      await hydrated(page)
      await page.getByText(cartId.slice(-8).toUpperCase()).waitFor()
      await page.clock.fastForward(10_000)
      const longer = 'This is taking longer than usual. Nothing has been lost, and you won’t be charged twice.'
      await page.getByRole('status').getByText(messageIn(lang, longer)).waitFor()
    }
    t.match((await page.reload())?.headers()['cache-control'], 'no-store')
    await seeHeading(page, CONFIRMING)
    await proxy.comeBack()
    // The page also polls by itself, but the shopper need not wait for that.
    await page.getByRole('button', { name: 'Confirm order', exact: true }).click()
    await page.waitForURL('**/en/order/confirmation', { timeout: 90_000 })
    await seeHeading(page, THANKS)
    t.equal((await ordersOf(shop.commerce, email)).length, 1)
  }
  await visit(t, shop.url, { expected: AWAY }, body)
})

t.test('without JavaScript a button retries', async (t) => {
  const email = 'presses@shopper.example'
  const body = async (page: Page) => {
    await pay(page, email)
    await page.goto('/en/checkout/confirming')
    await page.getByRole('button', { name: 'Confirm order', exact: true }).click()
    await seeHeading(page, THANKS)
    await page.goto('/en/checkout/confirming')
    await page.waitForURL('**/en/order/confirmation')
    t.equal((await ordersOf(shop.commerce, email)).length, 1)
  }
  await visit(t, shop.url, { javaScriptEnabled: false }, body)
})

t.test('every page of checkout finds an order that another tab has placed', async (t) => {
  for (const step of ['', '/details', '/payment', '/confirming']) {
    // A separate browser each, because the page of an order creates the next cart.
    await visit(t, shop.url, async (page) => {
      const cartId = await pay(page, 'two-tabs@shopper.example')
      // Places the order like another tab whose response this one does not see.
      const [held] = (await page.context().cookies()).filter(({ name }) => name === 'cart')
      const headers = { cookie: `cart=${held?.value}` }
      const placed = await fetch(`${shop.url}/api/carts/${cartId}/complete`, { method: 'POST', headers })
      t.equal(placed.status, 200)
      await page.goto(`/en/checkout${step}`)
      await page.waitForURL('**/en/order/confirmation')
      await seeHeading(page, THANKS)
    })
  }
})

journey(t, 'a shopper without a pending payment is redirected to the cart', shop.url, async (page) => {
  await page.goto('/en/checkout/confirming')
  await page.waitForURL('**/en/cart')
})
