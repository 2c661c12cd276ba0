import type { Page } from 'playwright'
import t from 'tap'

import { deliveryDays, writeDays } from '#shared/delivery/delivery-days.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { cartDrawer, checkOut } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { untilDeliveryIsRead } from '#test/support/until-delivery-is-read.ts'

const RING = '/shop/product/round-solitaire-ring?metal=white-gold'
/** Delivery days of the sample shop's standard delivery, and the working days in which it makes a ring. */
const STANDARD = { from: 5, to: 8 }
const LEAD_DAYS = 15

const shop = await startOwnShop(t)
const COUNTRY = { name: 'user_country', value: 'US', url: shop.url }
await untilDeliveryIsRead(shop.app)

t.test('a size that is made to order has its later date from the product page to the confirmation', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.context().addCookies([COUNTRY])
    await page.goto(`/en${RING}`)
    await hydrated(page)
    await sizeOf(page, '7').check()
    const product = page.getByRole('main')
    await product.getByText('In stock').waitFor()
    await toDates(page)
    await product.getByText(arrival('en', 0)).first().waitFor()

    await sizeOf(page, '10.5').check()
    await product.getByText('Made to order: ready to ship in 15 working days').waitFor()
    await product.getByText(arrival('en')).first().waitFor()
    await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()

    const drawer = cartDrawer(page)
    await drawer.getByText('Made to order', { exact: true }).waitFor()
    await drawer.getByText(arrival('en')).waitFor()
    await page.goto('/en/cart')
    await page.getByRole('main').getByText('Made to order', { exact: true }).waitFor()
    await page.getByRole('main').getByText(arrival('en')).waitFor()

    await page.goto('/en/checkout/details')
    await checkOut(page, { delivery: 'Standard delivery' })
    await page.getByText(`${arrival('en')}, if you pay as soon as you get our bank details`).waitFor()
    await page.getByRole('button', { name: /^Place order/ }).click()
    await page.waitForURL('**/en/order/confirmation')
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
    await page.getByRole('main').getByText(arrival('en')).waitFor()
  })
})

t.test('21 sizes are easy to hit on a phone, in both languages', async (t) => {
  await visit(t, shop.url, { viewport: { width: 390, height: 844 } }, async (page) => {
    await page.context().addCookies([COUNTRY])
    for (const [locale, name, size] of [
      ['en', 'Size', '3.5'],
      ['ru', 'Размер', '14,5'],
    ] as const) {
      await page.goto(`/${locale}${RING}`)
      await hydrated(page)
      const cells = page.getByRole('group', { name }).locator('label')
      const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()))
      t.equal(boxes.length, 21)
      t.equal(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size, 1, 'all cells are equally wide')
      t.ok(boxes.every((box) => box && box.width >= 44 && box.height >= 44))
      await sizeOf(page, size).check()
      await toDates(page)
      await page.getByRole('main').getByText(arrival(locale)).first().waitFor()
    }
    await page.getByText('Под заказ: изготовим за 15 рабочих дней').waitFor()
  })
})

/** The dates are loaded once they are near. */
async function toDates(page: Page): Promise<void> {
  await page.getByRole('main').locator('[data-popup=delivery]').scrollIntoViewIfNeeded()
}

function sizeOf(page: Page, name: string) {
  return page.getByRole('radio', { name, exact: true })
}

function arrival(locale: Locale, leadDays = LEAD_DAYS): string {
  return writeDays(deliveryDays(new Date(), STANDARD, shop.app.site.workshop, leadDays), locale)
}
