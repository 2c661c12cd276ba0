import type { Locator, Page } from 'playwright'
import t from 'tap'

import { RING_SIZES } from '#app/product/help/ring-sizes.ts'
import type { ProductAnswer } from '#shared/product/product.ts'
import { hydrated, scrollTo, visit } from '#test/support/browser.ts'
import { everyCard, findRing, getJson } from '#test/support/categories.ts'
import { visitShop } from '#test/support/test-shop.ts'

const CARD_MM = 53.98

const shop = await visitShop(t)
const { product } = await findRing(shop.url)
const ring = `/en/shop/product/${product.handle}`

t.test('a shopper measures a ring on the screen, and every ring opens in that size', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/ring-size')
    await hydrated(page)
    await page.getByRole('slider', { name: 'Width of the card' }).fill('340')
    const circle = page.getByRole('slider', { name: 'Size of the circle' })
    for (const [index, { diameter }] of RING_SIZES.entries()) {
      await circle.fill(String(index))
      const { width, height } = await boxOf(page.locator('main svg circle').first())
      t.same([width, height].map(Math.round), Array(2).fill(Math.round((diameter * 340) / CARD_MM)), `${diameter} mm`)
    }
    await circle.fill(String(RING_SIZES.findIndex(({ america }) => america === 8.5)))
    await circle.press('ArrowLeft')
    t.equal(await circle.getAttribute('aria-valuetext'), 'Size 8, 18.1 mm', 'the slider announces its value')
    await page.getByRole('button', { name: 'This is my size' }).click()
    t.ok(await page.getByRole('radio', { name: 'My size is 8', exact: true }).isChecked(), 'the table marks it')

    await page.goto(ring)
    await hydrated(page)
    await sizeOn(page, '8').and(page.locator(':checked')).waitFor()
    t.match(page.url(), /[?&]size=8\b/, 'the address follows')
    const hint = new URL((await page.getByRole('link', { name: 'Drop a hint' }).getAttribute('href')) ?? '', page.url())
    const wished = product.variants.find(({ id }) => id === hint.searchParams.get('variant'))
    t.equal(wished?.options['size'], '8', 'the hint has the size')

    await page.goto(`${ring}?size=6`)
    await hydrated(page)
    t.ok(await sizeOn(page, '6').isChecked(), 'a size in the URL wins')
    await page.getByRole('link', { name: 'Size chart' }).click()
    const popup = page.getByRole('dialog', { name: 'Ring sizes' })
    await popup.getByText('On this device, size 8 is now preselected on every ring.').waitFor()
    await popup.getByRole('radio', { name: 'My size is 7.5' }).check()
    await page.keyboard.press('Escape')
    await sizeOn(page, '7-5').and(page.locator(':checked')).waitFor()

    await sizeOn(page, '9').check()
    await page.getByRole('link', { name: 'Size chart' }).click()
    await popup.getByText('On this device, size 9 is now preselected on every ring.').waitFor()
    await popup.getByRole('button', { name: 'Clear my size' }).click()
    await page.goto(ring)
    await hydrated(page)
    t.notMatch(page.url(), /size=/, 'a size that is forgotten is not chosen again')
  })
})

t.test('the calibration of the screen is discarded when the zoom changes', async (t) => {
  const viewport = { width: 1024, height: 768 }
  await visit(t, shop.url, { viewport }, async (page) => {
    const browser = await page.context().newCDPSession(page)
    const pinch = (pageScaleFactor: number) => browser.send('Emulation.setPageScaleFactor', { pageScaleFactor })
    const zoom = (deviceScaleFactor: number) =>
      browser.send('Emulation.setDeviceMetricsOverride', {
        width: Math.round(viewport.width / deviceScaleFactor),
        height: viewport.height,
        deviceScaleFactor,
        mobile: false,
      })
    const card = page.getByRole('slider', { name: 'Width of the card' })
    const circle = page.getByRole('region', { name: 'On your screen' }).locator('circle')
    const request = page.getByText('Measure it again or reset the zoom.')

    await page.goto('/en/ring-size')
    await hydrated(page)
    t.equal(await request.count(), 0, 'without a measurement there is no request to measure again')
    await pinch(1.5)
    await card.fill('390')
    await circle.waitFor()
    await pinch(1)
    await request.waitFor()
    t.equal(await circle.count(), 0, 'no ring is laid on a circle that is too large')
    await card.fill('260')
    await circle.waitFor()

    await zoom(1.1)
    await request.waitFor()
    await page.goto('/en/shop/product/round-solitaire-ring')
    await scrollTo(page.getByRole('img', { name: /coin/ }))
    await page.getByText('To scale, not life-size').waitFor()
    await zoom(1)
    await page.getByText('Life-size on the screen').waitFor()
    await pinch(1.5)
    await page.getByText('To scale, not life-size').waitFor()
  })
})

t.test('a stored size changes no metal and selects nothing that is sold out', async (t) => {
  const { handle, gone } = await findSoldOutSize()
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/ring-size')
    await page.evaluate((code) => localStorage.setItem('ring_size', code), gone['size'] ?? '')
    await page.goto(`/en/shop/product/${handle}?metal=${gone['metal']}`)
    await hydrated(page)
    t.ok(await page.locator(`input[name=metal][value="${gone['metal']}"]`).isChecked(), 'as the link had it')
    t.notOk(await sizeOn(page, gone['size'] ?? '').isChecked())
    t.equal(await page.getByRole('button', { name: 'Choose a size' }).first().isEnabled(), true)
  })
})

t.test('a shopper without JavaScript has the table, and a sheet to print', async (t) => {
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/ru/ring-size')
    t.equal(await page.getByRole('row').count(), RING_SIZES.length + 1)
    const sheet = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
    const { status, headers } = await fetch(shop.url + sheet)
    t.match([status, headers.get('content-type')], [200, 'application/pdf'])
  })
})

/** A ring with a metal of which one size is sold out and another is not. */
async function findSoldOutSize() {
  for (const { handle } of await everyCard(shop.url)) {
    const { product: item } = await getJson<ProductAnswer>(`${shop.url}/api/products/handle/${handle}`)
    for (const { options, inventory_quantity: left, allow_backorder: isMadeToOrder } of item.variants) {
      if (!options['size'] || left > 0 || isMadeToOrder) continue
      const others = item.variants.filter((other) => other.options['metal'] === options['metal'])
      if (others.some((other) => other.inventory_quantity > 0)) return { handle, gone: options }
    }
  }
  throw new Error('every ring of the sample shop is there in every size')
}

function sizeOn(page: Page, code: string): Locator {
  return page.locator(`input[name=size][value="${code}"]`)
}

async function boxOf(locator: Locator) {
  return (await locator.boundingBox()) ?? { width: Number.NaN, height: Number.NaN }
}
