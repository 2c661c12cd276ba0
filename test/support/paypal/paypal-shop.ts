import type { Page } from 'playwright'
import type { Test } from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { findStranded } from '#server/cli/stranded-payments/find-stranded.ts'
import { createAdminClient } from '#server/medusa/admin/admin-client.ts'
import { visit, type VisitOptions } from '#test/support/browser.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { startTestCommerce, type TestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'
import { ordersOf } from '#test/support/orders.ts'
import { until } from '#test/support/until.ts'

import { inStock, PAYPAL } from './payer.ts'
import { openPayPal, SHOP_ORIGIN } from './stand-in.ts'

type PayPalShop = Awaited<ReturnType<typeof openPayPalShop>>

export async function openPayPalShop(t: Test, own: Record<string, string> = {}) {
  const paypal = await openPayPal(t)
  const port = await freePort(0, 'PORT')
  const commerce = await startTestCommerce({
    name: 'paypal-shop',
    storefrontUrl: `http://127.0.0.1:${port}`,
    environment: paypal.environment,
  })
  t.teardown(commerce.stop)
  const { PAYPAL_CLIENT_ID, PAYPAL_ENVIRONMENT } = paypal.environment
  const env = { PORT: String(port), PUBLIC_URL: SHOP_ORIGIN, PAYPAL_CLIENT_ID, PAYPAL_ENVIRONMENT, ...own }
  const shop = await openShop(commerce, { folder: 'storefront', env })
  t.teardown(shop.stop)
  paypal.showShop(shop.url)
  const browser = await launchChromium(paypal.flags)
  t.teardown(() => browser.close())
  const variants = await inStock(commerce)
  await until(() => isOffered(commerce), 60_000)
  return { paypal, commerce, browser, nextVariant: () => variants.shift() ?? '' }
}

/** A backend offers PayPal only a moment after it has started. */
async function isOffered({ store }: TestCommerce): Promise<boolean> {
  const { regions } = await store<{ regions: { id: string }[] }>('/store/regions?fields=id')
  const offers = await Promise.all(
    regions.map(({ id }) => store<{ payment_providers: { id: string }[] }>(`/store/payment-providers?region_id=${id}`)),
  )
  return offers.every(({ payment_providers: providers }) => providers.some(({ id }) => id === PAYPAL))
}

/** Requests to PayPal, and to Google Pay if the account accepts it, are expected in these visits. */
export const TO_PAYPAL = [
  /^request to another place on \S+: https:\/\/www\.sandbox\.paypal\.com\//,
  /^request to another place on https:\/\/www\.sandbox\.paypal\.com\//,
  /^request to another place on about:blank: https:\/\/www\.sandbox\.paypal\.com\//,
  /^request to another place on \S+: https:\/\/pay\.google\.com\//,
]

export async function visitToPay(
  t: Test,
  { browser, nextVariant }: PayPalShop,
  email: string,
  body: (page: Page) => Promise<void>,
  options: VisitOptions = {},
): Promise<void> {
  const expected = [...TO_PAYPAL, ...(options.expected ?? [])]
  await visit(t, SHOP_ORIGIN, { ...options, browser, expected }, async (page) => {
    // A blank response instead of a page of the shop, which would create another cart.
    await page.route('**/nothing', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Nothing</title>' }),
    )
    await page.goto('/nothing')
    await page.evaluate(fillCart, { variantId: nextVariant(), email, provider: PAYPAL })
    await page.goto('/en/checkout/payment')
    await body(page)
  })
}

async function fillCart({
  variantId,
  email,
  provider,
}: Record<'variantId' | 'email' | 'provider', string>): Promise<void> {
  const call = async (path: string, body?: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`/api/carts${path}`, body ? init : undefined)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<{ cart: { id: string }; shipping_options: { id: string }[] }>
  }
  const { cart } = await call('', {})
  localStorage.setItem('cart_id', cart.id)
  await call(`/${cart.id}/line-items`, { variant_id: variantId, quantity: 1 })
  const address = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    address_1: '12 Engine Street',
    postal_code: '10001',
    province: 'NY',
    city: 'New York',
    country_code: 'US',
  }
  await call(`/${cart.id}`, { email, shipping_address: address, billing_address: address })
  const { shipping_options: options } = await call(`/${cart.id}/shipping-options`)
  await call(`/${cart.id}/shipping-methods`, { option_id: options[0]?.id })
  await call(`/${cart.id}/payment-sessions`, { provider_id: provider })
}

export async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), payPalButton(page).click()])
  await popup.getByRole('heading', { name: /^Pay / }).waitFor()
  return popup
}

export function payPalButton(page: Page) {
  return page.getByRole('button', { name: 'PayPal', exact: true })
}

export async function hasOneOrder(t: Test, { commerce }: PayPalShop, email: string): Promise<void> {
  const orders = await until(async () => {
    const found = await ordersOf(commerce, email)
    return found.length > 0 && found
  })
  t.equal(orders.length, 1, 'one order')
}

export async function everyPaymentHasAnOrder(t: Test, { commerce, paypal }: PayPalShop): Promise<void> {
  const admin = createAdminClient({ baseUrl: commerce.medusaUrl, auth: { apiKey: commerce.adminKey } })
  t.teardown(() => admin.close())
  t.same(await findStranded(admin, { since: new Date(0), until: new Date(), priceUnit: 'major' }), [])
  t.same(paypal.refunds, [])
}
