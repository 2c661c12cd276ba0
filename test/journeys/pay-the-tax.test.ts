import type { Page } from 'playwright'
import t from 'tap'

import type { CurrentCartAnswer } from '#shared/cart/cart.ts'
import type { ProductAnswer, Variant } from '#shared/product/product.ts'
import { goTo, visit } from '#test/support/browser.ts'
import { getJson } from '#test/support/categories.ts'
import type { Backend } from '#test/support/commerce.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { hundredths } from '#test/support/orders.ts'
import { cartDrawer, chooseDelivery, choosePayment, goOn, placeOrder } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

/** A buyer of two rings in white gold, by express; every amount is formatted as on the pages. */
interface Buyer {
  name: string
  country: string
  label: string
  address: Record<string, string>
  state?: string
  isInclusive: boolean
  rate: number
  price: string
  two: string
  /** The tax of the two rings alone, and of a cart with an address. */
  itemTax: string
  itemTotal: string
  delivery: string
  tax: string
  net: string
  total: string
}

const BUYERS: Buyer[] = [
  {
    name: 'a German',
    country: 'DE',
    label: 'Germany',
    address: { address_1: 'Lindenstr. 4', postal_code: '10969', city: 'Berlin' },
    isInclusive: true,
    rate: 19,
    price: '€642.00',
    two: '€1,284.00',
    itemTax: '€205.01',
    itemTotal: '€1,284.00',
    delivery: '€22.00',
    tax: '€208.52',
    net: '€1,097.48',
    total: '€1,306.00',
  },
  {
    name: 'a Californian',
    country: 'US',
    label: 'United States',
    address: { address_1: '1 Market Street', postal_code: '94105', city: 'San Francisco' },
    state: 'California',
    isInclusive: false,
    rate: 7.25,
    price: '$699.00',
    two: '$1,398.00',
    // 101.355 and 103.1675: half cents are rounded up, as by Medusa and PayPal.
    itemTax: '$101.36',
    itemTotal: '$1,499.36',
    delivery: '$25.00',
    tax: '$103.17',
    net: '$1,423.00',
    total: '$1,526.17',
  },
  {
    name: 'an Oregonian',
    country: 'US',
    label: 'United States',
    address: { address_1: '1 Burnside Street', postal_code: '97209', city: 'Portland' },
    state: 'Oregon',
    isInclusive: false,
    rate: 0,
    price: '$699.00',
    two: '$1,398.00',
    itemTax: '$0.00',
    itemTotal: '$1,398.00',
    delivery: '$25.00',
    tax: '$0.00',
    net: '$1,423.00',
    total: '$1,423.00',
  },
]

const RING = 'round-solitaire-ring'
const AT_CHECKOUT = 'Calculated at checkout'

interface ShippingOption {
  id: string
  prices: { id: string; currency_code: string | null; amount: number }[]
}

interface TaxedOrder {
  id: string
  email: string
  custom_display_id: string
  total: number
  subtotal: number
  tax_total: number
  item_total: number
  shipping_total: number
}

const mailServer = await openMailServer(t)

const shop = await startOwnShop(t, { env: { ...mailServer.env, UNPAID_ORDER_LIMITS: 'off' } })

t.test('the tax of a German and of an American cart is exact wherever it is shown', async (t) => {
  for (const [place, buyer] of BUYERS.entries()) {
    await t.test(`${buyer.name}, at ${buyer.rate} percent`, async (t) => {
      const { name, isInclusive, rate, price, two, itemTax, itemTotal, delivery, tax, net, total } = buyer
      const label = isInclusive ? 'Includes VAT' : 'Tax'
      const email = `${name.split(' ')[1]?.toLowerCase() ?? ''}@shopper.example`
      const ring = await sizeOf(shop.url, place)

      await visit(t, shop.url, async (page) => {
        const main = page.locator('main')
        const figure = async (within: { getByLabel: Page['getByLabel'] }, named: string): Promise<string> =>
          within.getByLabel(named, { exact: true }).innerText()
        await page.context().addCookies([{ name: 'user_country', value: buyer.country, url: shop.url }])

        await goTo(page, `/en/shop/product/${RING}?metal=${ring.options['metal']}&size=${ring.options['size']}`)
        t.match(await main.innerText(), price)
        t.equal(await main.getByText('VAT included', { exact: true }).count(), isInclusive ? 1 : 0)
        const offers = await page.locator('script[type="application/ld+json"]').allInnerTexts()
        t.match(offers.join(''), `"valueAddedTaxIncluded":${isInclusive}`)
        await main.getByRole('button', { name: 'Add to cart', exact: true }).first().click()

        const drawer = cartDrawer(page)
        await drawer.getByRole('button', { name: /^Increase quantity of/ }).click()
        await drawer.getByLabel('Total', { exact: true }).getByText(two).waitFor()
        if (isInclusive) {
          await drawer.getByLabel(label, { exact: true }).getByText(itemTax).waitFor()
          t.equal(await drawer.getByText(AT_CHECKOUT).count(), 0)
        } else {
          await drawer.getByLabel('Tax', { exact: true }).getByText(AT_CHECKOUT).waitFor()
        }

        await drawer.getByLabel('Delivery', { exact: true }).getByText('Free', { exact: true }).waitFor()

        // The drawer shows an optimistic update; the next page reads the cart from the server.
        await until(async () => {
          const { cart } = (await (await page.request.get('/api/carts/current')).json()) as CurrentCartAnswer
          return cart?.items[0]?.quantity === 2
        })
        await goTo(page, '/en/cart')
        t.equal(await figure(main, 'Total'), two)
        t.match(
          await main.getByRole('list', { name: 'Cart items' }).innerText(),
          two,
          'the line is as the page’s price',
        )
        if (isInclusive) t.equal(await figure(main, label), itemTax)
        else t.equal(await figure(main, 'Tax'), AT_CHECKOUT, 'without an address it is not known')
        t.equal(await figure(main, 'Delivery'), 'Free', 'the cheapest way of delivery')
        await main.getByRole('link', { name: 'Checkout', exact: true }).click()

        await page.waitForURL('**/en/checkout/details')
        await page.getByLabel('Email', { exact: true }).fill(email)
        await fillAddress(page, buyer)
        await chooseDelivery(page)
        await goOn(page)

        await goTo(page, '/en/cart')
        t.equal(await figure(main, 'Total'), itemTotal, 'the cart knows the address now')
        if (rate > 0) t.equal(await figure(main, label), itemTax)
        t.notMatch(await main.innerText(), AT_CHECKOUT)
        t.equal(await figure(main, 'Delivery'), `${delivery}, added at checkout`, 'the way that was chosen')
        await goTo(page, '/en/checkout/payment')
        await choosePayment(page, 'Pay by invoice')

        await checkFigures()
        t.match(await page.getByRole('button', { name: /^Place order/ }).innerText(), total)
        await placeOrder(page)
        await checkFigures()

        const order = await orderOf(shop.commerce, email)
        await page.context().clearCookies()
        await goTo(page, '/en/order/find')
        await page.getByLabel('Order number').fill(order.custom_display_id)
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Find an order' }).click()
        await page.waitForURL('**/en/order/found')
        await checkFigures()

        const { text, html } = await mailServer.waitFor(email)
        for (const part of [text, plain(html ?? '')]) {
          t.match(part, new RegExp(`Total\\s+${escaped(total)}`))
          if (rate > 0) t.match(part, new RegExp(`${label}\\s+${escaped(tax)}`))
          else t.notMatch(part, /VAT|Tax/)
        }

        const money = (amount: number) =>
          `${total.charAt(0)}${(hundredths(amount) / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
        t.equal(money(order.total), total, 'the administrator sees the same')
        t.equal(money(order.tax_total), tax)
        t.equal(money(order.subtotal), net)

        async function checkFigures(): Promise<void> {
          await page.getByLabel('Total', { exact: true }).getByText(total).waitFor()
          t.equal(await figure(page, 'Subtotal'), two)
          t.equal(await figure(page, 'Delivery'), delivery)
          if (rate > 0) t.equal(await figure(page, label), tax)
          else t.equal(await page.getByLabel(label, { exact: true }).count(), 0)
        }
      })
    })
  }
})

t.test('a cart shows the lowest delivery price for its country, and none for an unknown country', async (t) => {
  const path = '/admin/shipping-options?limit=100&fields=id,*prices'
  const { shipping_options: options } = await shop.commerce.admin<{ shipping_options: ShippingOption[] }>(path)
  for (const { id, prices } of options)
    for (const price of prices.filter(({ currency_code: code, amount }) => code === 'eur' && amount === 0)) {
      const body = { prices: [{ id: price.id, amount: 5 }] }
      await shop.commerce.admin(`/admin/shipping-options/${id}`, { method: 'POST', body })
    }
  // A storefront that has read the changed prices.
  const changed = await startOwnShop(t)
  for (const [country, locale, expected] of [
    ['FR', 'en', 'From €5.00, added at checkout'],
    ['FR', 'ru', 'От 5,00 €, добавится при оформлении'],
    [undefined, 'en', null],
  ] as const)
    await visit(t, changed.url, { javaScriptEnabled: false }, async (page) => {
      if (country) await page.context().addCookies([{ name: 'user_country', value: country, url: changed.url }])
      await page.goto(`/${locale}/shop/product/round-stud-earrings`)
      await page.getByRole('button', { name: /^(Add to cart|Добавить в корзину)$/ }).click()
      await page.waitForURL(`**/${locale}/cart`)
      const figure = page.getByLabel(locale === 'en' ? 'Delivery' : 'Доставка', { exact: true })
      if (expected === null) t.equal(await figure.count(), 0, 'the price of the region is named beside the dates')
      else t.equal((await figure.innerText()).replaceAll('\u00a0', ' '), expected)
    })
})

t.test('product feeds have the prices of the pages: with VAT in Europe, without tax in America', async (t) => {
  for (const [currency, before, now] of [
    ['EUR', '1070.00 EUR', '642.00 EUR'],
    ['GBP', '920.00 GBP', '552.00 GBP'],
    ['USD', '1165.00 USD', '699.00 USD'],
  ] as const) {
    const feed = await (await fetch(`${shop.url}/feeds/google-en.xml?currency=${currency}`)).text()
    const ring = feed.split('<item>').find((item) => item.includes(`/${RING}?metal=white-gold`))
    t.match(ring, `<g:price>${before}</g:price><g:sale_price>${now}</g:sale_price>`)
  }
})

/** A size of the white ring that no other buyer of this file uses. */
async function sizeOf(origin: string, place: number): Promise<Variant> {
  const { product } = await getJson<ProductAnswer>(`${origin}/api/products/handle/${RING}?currency=USD`)
  const sizes = product.variants.filter(
    ({ inventory_quantity: left, calculated_price: price }) => left >= 2 && price?.calculated_amount === 69_900,
  )
  const found = sizes[place]
  if (!found) throw new Error(`the ring has no ${place} sizes in stock`)
  return found
}

async function fillAddress(page: Page, { label, address, state }: Buyer): Promise<void> {
  const group = page.getByRole('group', { name: 'Delivery address' })
  await group.getByLabel('Country', { exact: true }).selectOption({ label })
  for (const [name, text] of Object.entries({ first_name: 'Ada', last_name: 'Lovelace', ...address }))
    await group.locator(`[name="shipping_address.${name}"]`).fill(text)
  if (state) await group.getByLabel('State', { exact: true }).selectOption({ label: state })
}

async function orderOf({ admin }: Backend, email: string): Promise<TaxedOrder> {
  const fields = 'id,email,custom_display_id,total,subtotal,tax_total,item_total,shipping_total'
  const { orders } = await admin<{ orders: TaxedOrder[] }>(`/admin/orders?limit=100&fields=${fields}`)
  const order = orders.find((one) => one.email === email)
  if (!order) throw new Error(`nothing was ordered by ${email}`)
  return order
}

function plain(html: string): string {
  return html.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]+>/g, ' ')
}

function escaped(text: string): string {
  return text.replaceAll(/[$.]/g, String.raw`\$&`)
}
