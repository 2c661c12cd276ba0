import type { Locator, Page } from 'playwright'
import t from 'tap'

import { RING_SIZES } from '#app/product/help/ring-sizes.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import type { ProductAnswer } from '#shared/product/product.ts'
import { goTo, journey, scrollTo, visit } from '#test/support/browser.ts'
import { findRing, getJson } from '#test/support/categories.ts'
import { cartDrawer, pressAddToCart } from '#test/support/shopper.ts'
import { visitShop } from '#test/support/test-shop.ts'

const CARD_MM = 53.98

const shop = await visitShop(t)
const { product } = await findRing(shop.url)
const ring = `/en/shop/product/${product.handle}`
const SOLITAIRE = '/en/shop/product/round-solitaire-ring'
const { product: pendant } = await getJson<ProductAnswer>(`${shop.url}/api/products/handle/bezel-pendant?lang=en`)
const prices = pendant.variants.flatMap(({ calculated_price: price }) => price ?? [])
const [lowest = 0, highest = 0] = [Math.min, Math.max].map((most) =>
  most(...prices.map(({ calculated_amount: amount }) => amount)),
)
const money = (amount: number) => formatMoney(amount, prices[0]?.currency_code ?? '', 'en')

journey(t, 'a shopper measures a ring on the screen, and every ring opens in that size', shop.url, async (page, t) => {
  await goTo(page, '/en/ring-size')
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

  await goTo(page, ring)
  await sizeOn(page, '8').and(page.locator(':checked')).waitFor()
  t.match(page.url(), /[?&]size=8\b/, 'the address follows')
  const hint = new URL((await page.getByRole('link', { name: 'Drop a hint' }).getAttribute('href')) ?? '', page.url())
  const wished = product.variants.find(({ id }) => id === hint.searchParams.get('variant'))
  t.equal(wished?.options['size'], '8', 'the hint has the size')

  await goTo(page, `${ring}?size=6`)
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
  await goTo(page, ring)
  t.notMatch(page.url(), /size=/, 'a size that is forgotten is not chosen again')
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

    await goTo(page, '/en/ring-size')
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
    const coin = await boxOf(page.getByRole('img', { name: /coin/ }).locator('circle').first())
    t.ok(Math.abs(coin.width - (24.26 * 260) / CARD_MM) < 2, 'the drawn coin has the size of a quarter')
    await pinch(1.5)
    await page.getByText('To scale, not life-size').waitFor()
  })
})

journey(t, 'a stored size changes no metal and selects nothing that is sold out', shop.url, async (page, t) => {
  await page.goto('/en/ring-size')
  await page.evaluate(() => localStorage.setItem('ring_size', '9'))
  await goTo(page, '/en/shop/product/round-solitaire-ring?metal=rose-gold')
  t.ok(await page.locator('input[name=metal][value=rose-gold]').isChecked(), 'as the link had it')
  t.notOk(await sizeOn(page, '9').isChecked(), 'it is sold out')
  t.equal(await page.getByRole('button', { name: 'Choose a size' }).first().isEnabled(), true)
})

journey(
  t,
  'a shopper without JavaScript has the table, and a sheet to print',
  shop.url,
  { javaScriptEnabled: false },
  async (page, t) => {
    await page.goto('/ru/ring-size')
    t.equal(await page.getByRole('row').count(), RING_SIZES.length + 1)
    const sheet = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
    const { status, headers } = await fetch(shop.url + sheet)
    t.match([status, headers.get('content-type')], [200, 'application/pdf'])
  },
)

journey(t, 'a ring is drawn to scale beside a coin, on a finger that fits it', shop.url, async (page, t) => {
  await page.context().addCookies([{ name: 'user_country', value: 'GB', url: shop.url }])
  await goTo(page, `${SOLITAIRE}?size=4`)
  const panel = page.getByRole('region', { name: 'On the hand, to scale' })
  await scrollTo(panel)
  await panel.getByRole('slider').and(page.locator(':enabled')).waitFor()
  const drawing = panel.getByRole('img', { name: 'Next to a 10p coin (24.5\u00a0mm): Round cut, 6.5\u00a0mm' })
  const pxPerMm = (await widthOf(drawing.locator('circle').first())) / 24.5
  const stone = (await widthOf(drawing.locator('path.fill-surface').first())) / pxPerMm
  t.equal(stone.toFixed(2), '6.50', 'the stone has its size')

  const hand = drawing.locator('path.fill-skin')
  const band = drawing.locator('path.stroke-metal').first()
  const before = { hand: await widthOf(hand), band: await widthOf(band) }
  await sizeOn(page, '10').check()
  await panel.getByText('Size 10, 19.8 mm').waitFor()
  const wider = ((await widthOf(band)) - before.band) / pxPerMm
  t.equal(wider.toFixed(1), '4.9', 'size 10 is 4.9 mm wider than size 4')
  t.ok((await widthOf(hand)) > before.hand + 4.9 * pxPerMm, 'and so is the hand')

  const metal = async () => band.evaluate((element) => getComputedStyle(element).stroke)
  const yellow = await metal()
  await page.locator('input[name=metal][value=rose-gold]').check()
  await page.waitForFunction(([element, color]) => getComputedStyle(element as Element).stroke !== color, [
    await band.elementHandle(),
    yellow,
  ] as const)
  t.pass('the band has the color of the chosen metal')
})

t.test('the link of a drawing opens with the same skin tone and finger, which the device remembers', async (t) => {
  await visit(t, shop.url, { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const panel = page.getByRole('region', { name: 'On the hand, to scale' })
    const tone = panel.getByRole('radio', { name: 'Brown', exact: true })
    const size = panel.getByText('Size 12, 21.4 mm')
    await goTo(page, SOLITAIRE)
    await scrollTo(panel)
    await tone.and(page.locator(':enabled')).check()
    await panel.getByRole('slider', { name: 'Finger size' }).fill('18')
    await size.waitFor()
    await panel.getByRole('button', { name: 'Copy link' }).press('Enter')
    await panel.getByRole('status').getByText('Link copied.').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())

    await goTo(page, SOLITAIRE)
    await scrollTo(panel)
    await size.waitFor()
    t.ok(await tone.isChecked(), 'the next visit has both')

    await page.evaluate(() => localStorage.clear())
    await goTo(page, link)
    await size.waitFor()
    t.ok(await tone.isChecked(), 'so has the link, which opens at the drawing')
    await sizeOn(page, '5').check()
    await panel.getByText('Size 5, 15.7 mm').waitFor()
    t.pass('the finger follows a size that is chosen later')
  })
})

journey(t, 'a longer chain hangs lower', shop.url, async (page, t) => {
  await goTo(page, '/en/shop/product/bezel-pendant?length=40-cm')
  const panel = page.getByRole('region', { name: 'On the neck, to scale' })
  await scrollTo(panel)
  await panel.getByRole('radio').first().and(page.locator(':enabled')).waitFor()
  const drawing = panel.getByRole('img')
  const low = async () => {
    const stone = await boxOf(drawing.locator('path.fill-surface').first())
    const coin = await boxOf(drawing.locator('circle').first())
    return ((stone.y - coin.y) * 24.26) / coin.width
  }
  const short = await low()
  await page.getByRole('radio', { name: '50 cm' }).check()
  await page.waitForURL(/length=50-cm/)
  const lower = (await low()) - short
  t.ok(lower > 30 && lower < 50, `10 cm more hang ${lower} mm lower, less than half of them`)
})

function sizeOn(page: Page, code: string): Locator {
  return page.locator(`input[name=size][value="${code}"]`)
}

async function boxOf(locator: Locator) {
  return (await locator.boundingBox()) ?? { y: Number.NaN, width: Number.NaN, height: Number.NaN }
}

/** Of a drawn shape, in pixels, without its outline and as if it were not turned. */
async function widthOf(shape: Locator): Promise<number> {
  return shape.evaluate((element: SVGGraphicsElement) => {
    const { a = 0, b = 0 } = element.getScreenCTM() ?? {}
    return element.getBBox().width * Math.hypot(a, b)
  })
}

journey(
  t,
  'a shopper is asked for the length of a chain, sees its price, and reads the length in the cart',
  shop.url,
  async (page, t) => {
    await goTo(page, '/en/shop/product/bezel-pendant')
    const lengths = page.getByRole('group', { name: 'Length' })
    t.equal(await lengths.locator(':checked').count(), 0, 'no length is chosen for the shopper')
    await page
      .getByText(`From ${money(lowest)}`, { exact: true })
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'Choose a length', exact: true }).click()
    await lengths.getByText('Please choose a length first.').waitFor()
    t.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'length', 'the focus is there')

    await lengths.getByRole('radio', { name: '50 cm' }).check()
    await page.getByText(money(highest), { exact: true }).first().waitFor()
    t.match(page.url(), /[?&]length=50-cm\b/, 'the address follows')
    await pressAddToCart(page)
    const line = cartDrawer(page).getByRole('list', { name: 'Cart items' })
    for (const part of ['Rose gold', '50 cm']) await line.getByText(part, { exact: true }).waitFor()
  },
)

journey(
  t,
  'a shopper without JavaScript is asked for the length in the language of the page',
  shop.url,
  { javaScriptEnabled: false },
  async (page, t) => {
    await page.goto('/ru/shop/product/bezel-pendant')
    await page.getByRole('button', { name: 'Выберите длину', exact: true }).click()
    const lengths = page.getByRole('group', { name: 'Длина' })
    await lengths.getByText('Сначала выберите длину.').waitFor()
    t.equal(
      await page
        .locator('link[rel=canonical]')
        .getAttribute('href')
        .then((href) => new URL(href ?? '').search),
      '',
    )
  },
)
