import type { Locator, Page } from 'playwright'
import t from 'tap'

import { goTo, mainText, visit } from '#test/support/browser.ts'
import { type Choice, findRing, labelFor } from '#test/support/categories.ts'
import { cartDrawer, choose } from '#test/support/shopper.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const shop = await startShop(t)

t.test('a shopper with a keyboard goes through the images and zooms into one', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, async (page) => {
    await open(page, product.handle)
    const strip = page.getByRole('list', { name: `Pictures of ${product.title}` })
    const count = await strip.getByRole('listitem').count()
    await strip.focus()
    await page.keyboard.press('ArrowRight')
    await currentThumbnail(page)
      .and(page.getByLabel(`Picture 2 of ${count}`))
      .waitFor()
    await page.keyboard.press('Tab')
    t.equal(await focusedName(page), 'Zoom')

    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: product.title, exact: true })
    await dialog.getByText(`Picture 2 of ${count}`).waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog.getByText(`Picture 1 of ${count}`).waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog.getByText(`Picture 1 of ${count}`).waitFor()

    const firstAlt = (await strip.getByRole('img').first().getAttribute('alt')) ?? ''
    const image = dialog.getByRole('img', { name: firstAlt })
    const whole = await widthOf(image)
    await dialog.getByRole('button', { name: 'Enlarge' }).press('Enter')
    await until(async () => (await widthOf(image)) > 2 * whole)
    const before = await leftOf(image)
    await page.keyboard.press('ArrowRight')
    await until(async () => (await leftOf(image)) < before)
    t.equal(await dialog.getByText(`Picture 1 of ${count}`).count(), 1, 'arrow keys move the enlarged image')
    await dialog.getByRole('button', { name: 'Show the full image' }).press('Enter')
    await until(async () => (await widthOf(image)) === whole)

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    t.equal(await focusedName(page), 'Zoom', 'the focus is back')
    await currentThumbnail(page)
      .and(page.getByLabel(`Picture 1 of ${count}`))
      .waitFor()
  })
})

t.test('a shopper with a mouse sees the place that was clicked enlarged, and drags it', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, async (page) => {
    await open(page, product.handle)
    await page
      .getByRole('list', { name: /^Pictures of/ })
      .getByRole('link')
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: product.title, exact: true })
    const image = dialog.getByRole('img').last()
    await dialog.getByRole('button', { name: 'Show the full image' }).waitFor()
    await page.mouse.click(500, 300)
    await dialog.getByRole('button', { name: 'Enlarge' }).waitFor()
    const whole = await widthOf(image)
    await page.mouse.click(500, 300)
    await until(async () => (await widthOf(image)) > 2 * whole)
    const before = await leftOf(image)
    await page.mouse.move(600, 400)
    await page.mouse.down()
    await page.mouse.move(500, 350, { steps: 2 })
    await page.mouse.up()
    t.equal(Math.round(before - (await leftOf(image))), 100)
    await page.mouse.click(500, 300)
    await until(async () => (await widthOf(image)) === whole)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })
})

t.test('a shopper with a phone taps, pinches and swipes', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, PHONE, async (page) => {
    await open(page, product.handle)
    const count = await page
      .getByRole('list', { name: /^Pictures of/ })
      .getByRole('listitem')
      .count()
    await page
      .getByRole('list', { name: /^Pictures of/ })
      .getByRole('link')
      .first()
      .tap()
    const dialog = page.getByRole('dialog', { name: product.title, exact: true })
    await dialog.getByText(`Picture 1 of ${count}`).waitFor()
    const touch = await touchOf(page)
    const opened = dialog.getByRole('img').last()
    await until(async () => (await widthOf(opened)) === 2 * 390)
    await dialog.getByRole('button', { name: 'Show the full image' }).tap()

    await touch([[300, 400]], [[80, 400]])
    await dialog.getByText(`Picture 2 of ${count}`).waitFor()
    await touch([[80, 400]], [[300, 400]])
    await dialog.getByText(`Picture 1 of ${count}`).waitFor()

    const image = dialog.getByRole('img').last()
    const whole = await widthOf(image)
    await touch(
      [
        [180, 400],
        [220, 400],
      ],
      [
        [100, 400],
        [300, 400],
      ],
    )
    await until(async () => (await widthOf(image)) > 2 * whole)
    await touch([[300, 400]], [[200, 400]])
    t.equal(await dialog.getByText(`Picture 1 of ${count}`).count(), 1, 'a finger moves the enlarged image')

    await page.touchscreen.tap(200, 400)
    await page.touchscreen.tap(200, 400)
    await until(async () => (await widthOf(image)) === whole)
  })
})

t.test(
  'a shopper with a phone has the choice and the button at the bottom while those of the page are scrolled away',
  async (t) => {
    const ring = await findRing(shop.url)
    const { product } = ring
    await visit(t, shop.url, PHONE, async (page) => {
      await open(page, product.handle)
      const asking = page.getByRole('button', { name: `Choose a size: ${product.title}` })
      // A tap while it slides in would scroll the page first.
      await until(async () => ((await asking.boundingBox())?.y ?? Infinity) < 844 - 48)
      await slidIn(asking)
      await asking.tap()
      t.equal(
        await page.evaluate(() => document.activeElement?.getAttribute('name')),
        'size',
        'the bar leads to the sizes',
      )
      await page.getByText('Please choose a size first.').waitFor()
      t.equal(await cartDrawer(page).count(), 0, 'nothing is added')
      await choose(page, ring)
      await page.getByText('Please choose a size first.').waitFor({ state: 'hidden' })
      const bar = page.getByRole('button', { name: `Add to cart: ${product.title}` })
      await page.getByRole('button', { name: 'Add to cart', exact: true }).scrollIntoViewIfNeeded()
      await bar.waitFor({ state: 'hidden' })
      await page.getByRole('heading', { name: 'You may also like' }).evaluate((part) => part.scrollIntoView())
      await bar.waitFor()
      const texts = await bar.locator('xpath=ancestor::*[contains(@class, "sticky")]').innerText()
      t.match(texts, `${labelFor(ring, 'metal')} · ${labelFor(ring, 'size')}`, 'it shows the choice')

      await page.evaluate(() => scrollTo(0, 0))
      await bar.waitFor()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await bar.waitFor()
      await slidIn(bar)
      const footer = await page.getByRole('contentinfo').boundingBox()
      const box = await bar.boundingBox()
      t.ok(box && footer && box.y + box.height <= footer.y, 'it does not cover the footer')

      await page.getByRole('heading', { name: 'You may also like' }).evaluate((part) => part.scrollIntoView())
      await bar.tap()
      await cartDrawer(page).getByText(product.title).first().waitFor()
    })
  },
)

t.test('a shopper sees the estimated arrival, the materials and the right of return of a product', async (t) => {
  const { product } = await findRing(shop.url)
  const path = `/ru/shop/product/${product.handle}`
  const dates = /Германия:\s\d+.+(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)/
  await visit(t, shop.url, { ...PHONE, timezoneId: 'Europe/Berlin' }, async (page) => {
    const sendDates = await holdDates(page)
    await goTo(page, path)
    await page.getByRole('link', { name: 'Сроки доставки в вашу страну' }).scrollIntoViewIfNeeded()
    const details = page.locator('summary', { hasText: 'Подробности' })
    await page.getByRole('link', { name: 'Сроки доставки в вашу страну' }).focus()
    const before = await details.boundingBox()
    sendDates()
    await page.getByText(dates).waitFor()
    t.same(await details.boundingBox(), before, 'nothing moves when it is loaded')
    await page.getByRole('link', { name: dates }).and(page.locator(':focus')).waitFor()
  })
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto(path)
    t.notMatch(await page.content(), dates, 'no cached page contains it')
    await page.getByRole('link', { name: 'Сроки доставки в вашу страну' }).click()
    await page.waitForURL((url) => decodeURI(url.hash) === '#доставка')
    await page.getByText('Обычная доставка занимает').waitFor()
    t.match(await mainText(page), /5\sдо\s8\sрабочих/)
    await page.goBack()
    t.match(await mainText(page), /Вернуть\sможно\sв\sтечение\s30\sдней/)
    await page.locator('summary', { hasText: 'Материалы' }).click()
    for (const [metal, isMadeOf] of [
      ['Жёлтое золото, 585', true],
      ['Муассанит', true],
      ['Серебро', false],
    ] as const)
      t.equal(await page.locator('dt', { hasText: metal }).isVisible(), isMadeOf, metal)
  })
})

t.test('a shopper opens dates and costs of delivery in place, and chooses the country there', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, { timezoneId: 'Etc/UTC' }, async (page) => {
    await open(page, product.handle)
    await page.getByRole('link', { name: 'Delivery dates for your country' }).click()
    const panel = page.getByRole('dialog', { name: 'Delivery', exact: true })
    await panel.getByText('Choose your country to see').waitFor()
    t.match(page.url(), `/en/shop/product/${product.handle}`, 'the page stays')
    await panel.getByLabel('Country', { exact: true }).selectOption('DE')
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: /Germany:/ }).click()
    const ways = panel.getByRole('listitem')
    await ways.first().waitFor()
    t.match(await ways.first().innerText(), /Standard delivery\s+\w+ \d+\s\w+ – \w+ \d+\s\w+\s+Free/)
    t.match(await ways.nth(1).innerText(), /Express[^€]+€\d+\.\d\d/)
    t.equal(await panel.getByLabel('Country', { exact: true }).inputValue(), 'DE')
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /Germany:/ })
      .and(page.locator(':focus'))
      .waitFor()
  })
})

t.test('a shopper without JavaScript opens every image in its largest size', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, { javaScriptEnabled: false, expected: [/inline style/] }, async (page) => {
    await page.goto(`/en/shop/product/${product.handle}`)
    const links = page.getByRole('list', { name: /^Pictures of/ }).getByRole('link')
    t.equal(await links.count(), await page.locator('main a[href^="#view-"]').count())
    t.ok((await links.count()) >= 2)
    t.equal(await page.getByRole('button', { name: 'Zoom' }).count(), 0, 'there is no button without a function')
    for (const link of await links.all()) {
      const answer = await page.request.get((await link.getAttribute('href')) ?? '')
      t.equal(answer.headers()['content-type'], 'image/webp')
    }
    await links.first().click()
    await page.waitForURL('**/_image/**')
  })
})

async function open(page: Page, handle: Choice['product']['handle']): Promise<void> {
  await goTo(page, `/en/shop/product/${handle}`)
}

function currentThumbnail(page: Page): Locator {
  return page.getByRole('main').locator('a[aria-current="true"]')
}

async function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}

async function widthOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.width ?? 0
}

async function leftOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.x ?? 0
}

type Point = [x: number, y: number]

/** Touch events: fingers go down at the first points, move to the others, and lift. */
async function touchOf(page: Page): Promise<(from: Point[], to: Point[]) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  const at = (points: Point[]) => points.map(([x, y], id) => ({ x, y, id }))
  return async (from, to) => {
    const half = from.map(([x, y], id): Point => [(x + (to[id]?.[0] ?? x)) / 2, (y + (to[id]?.[1] ?? y)) / 2])
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(half) })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

async function holdDates(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/api/visitor/delivery*', async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

async function slidIn(button: Locator): Promise<void> {
  await button.evaluate((element) =>
    Promise.all((element.closest('.sticky')?.getAnimations() ?? []).map(async ({ finished }) => finished)),
  )
}

t.test(
  'the images of a product stay in sight while its details scroll, and on a phone its metals are in one row',
  async (t) => {
    await visit(t, shop.url, { viewport: { width: 1440, height: 900 } }, async (page) => {
      await goTo(page, '/en/shop/product/round-solitaire-ring')
      await page
        .locator('main details')
        .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
      const images = page.getByRole('list', { name: 'Pictures of Round solitaire ring' })
      const before = await images.boundingBox()
      await page.evaluate(() => scrollBy(0, 180))
      await page.waitForFunction(() => scrollY === 180)
      const after = await images.boundingBox()
      t.ok(before && after && before.y - after.y < 180, `${before?.y} → ${after?.y}`)
      t.equal(after?.y, 104, 'below the header')
    })
    await visit(t, shop.url, PHONE, async (page) => {
      await goTo(page, '/en/shop/product/round-solitaire-ring')
      const tops = await page
        .getByRole('group', { name: /^Metal/ })
        .locator('label')
        .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top))
      t.equal(tops.length, 3)
      t.equal(new Set(tops).size, 1, 'three metals in one row')
    })
  },
)
