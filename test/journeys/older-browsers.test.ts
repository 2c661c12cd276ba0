import type { Page } from 'playwright'
import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { cartDrawer, choose } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

const shop = await startOwnShop(t)
const ring = await findRing(shop.url)
const item = `/en/shop/product/${ring.product.handle}?metal=${ring.variant.options['metal']}&size=${ring.variant.options['size']}`

t.test('a browser that is too old for the scripts gets pages with forms, and never half of a page', async (t) => {
  const absences = {
    toSorted: () => Reflect.deleteProperty(Array.prototype, 'toSorted'),
    'AbortSignal.timeout': () => Reflect.deleteProperty(AbortSignal, 'timeout'),
    CompressionStream: () => Reflect.deleteProperty(window, 'CompressionStream'),
  }
  for (const [name, forget] of Object.entries(absences)) {
    await visit(t, shop.url, async (page) => {
      await page.addInitScript(forget)
      await page.goto(item)
      await page.waitForFunction(() => document.documentElement.dataset['theme'] === undefined)
      t.equal(await page.locator('html[data-hydrated]').count(), 0, `without ${name} nothing wakes up`)
      await choose(page, ring)
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
      await page.waitForURL('**/en/cart')
      t.match(await page.getByRole('list', { name: 'Cart items' }).innerText(), ring.product.title)
      t.equal(await page.locator('html[data-hydrated]').count(), 0)
    })
  }
})

t.test('a browser with only the features of Safari 16.4 and Firefox 115 buys with scripts', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.addInitScript(() => {
      for (const [owner, name] of [
        [Promise, 'withResolvers'],
        [Map, 'groupBy'],
        [URL, 'canParse'],
        [String.prototype, 'toWellFormed'],
      ] as const)
        Reflect.deleteProperty(owner, name)
    })
    await page.goto(item)
    await hydrated(page)
    t.same(
      await page.evaluate(() => [
        URL.canParse('https://a.example'),
        URL.canParse('nowhere'),
        [...Map.groupBy([1, 2, 3], (number) => number % 2)],
        'a\uD800b'.toWellFormed(),
      ]),
      [
        true,
        false,
        [
          [1, [1, 3]],
          [0, [2]],
        ],
        'a\uFFFDb',
      ],
    )
    t.equal(
      await page.evaluate(async () => {
        const { promise, resolve } = Promise.withResolvers<string>()
        resolve('kept')
        return promise
      }),
      'kept',
    )
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await cartDrawer(page).getByRole('list', { name: 'Cart items' }).waitFor()
  })
})

t.test('a shopper whose browser blocks storage sees the whole page and a message', async (t) => {
  await visit(t, shop.url, { firstVisit: true }, async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })
      Object.defineProperty(document, 'cookie', { get: () => '', set() {} })
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
      Object.assign(window, { BroadcastChannel: refuse })
    })
    await page.goto('/en/cart')
    await hydrated(page)
    await page.getByRole('alert').filter({ hasText: 'Your browser is blocking cookies' }).waitFor()
    await page.goto(item)
    await hydrated(page)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await cartDrawer(page).getByRole('alert').filter({ hasText: 'Your browser is blocking cookies' }).waitFor()
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
  })
})

t.test('a shopper without cookies and scripts sees why the cart is empty', async (t) => {
  for (const [locale, texts] of [
    ['en', 'your browser is blocking cookies'],
    ['ru', 'браузер блокирует файлы cookie'],
  ] as const) {
    await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
      await page.goto(`/${locale}/cart`)
      await page.getByText(texts).waitFor()
    })
  }
})

t.test(
  'a shopper whose network fails before the first Add to cart sees a message, and the cart loads once it is back',
  async (t) => {
    await visit(t, shop.url, { expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to/] }, async (page) => {
      await page.goto(item)
      await hydrated(page)
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
      const drawer = cartDrawer(page)
      await drawer.getByRole('alert').filter({ hasText: 'We couldn’t load your cart' }).waitFor()
      t.match(await drawer.getByRole('link', { name: 'Cart' }).getAttribute('href'), /\/en\/cart$/)
      await drawer.getByRole('button', { name: 'Try again' }).click()
      await drawer.getByRole('button', { name: 'Try again' }).waitFor()
      await page.context().setOffline(false)
      // The product is in the cart, or is named as one that could not be added.
      await drawer.getByText(ring.product.title).first().waitFor()
      t.equal(await drawer.getByRole('button', { name: 'Try again' }).count(), 0)
    })
  },
)

t.test('the whole cart drawer scrolls in a low window and at twice the font size', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto(item)
    await hydrated(page)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    const drawer = cartDrawer(page)
    const line = drawer.getByRole('list', { name: 'Cart items' }).getByRole('listitem').first()
    await line.waitFor()
    for (const { width, height, font } of [
      { width: 844, height: 340, font: '100%' },
      { width: 390, height: 844, font: '200%' },
      { width: 1280, height: 720, font: '200%' },
    ]) {
      await page.setViewportSize({ width, height })
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), font)
      for (const part of [line, drawer.getByRole('link', { name: 'Checkout', exact: true })]) {
        const share = await part.evaluate(async (element) => {
          element.scrollIntoView({ block: 'nearest' })
          const observed = Promise.withResolvers<IntersectionObserverEntry | undefined>()
          new IntersectionObserver(([entry]) => observed.resolve(entry)).observe(element)
          const entry = await observed.promise
          const { height: most = 0 } = entry?.rootBounds ?? {}
          return (entry?.intersectionRect.height ?? 0) / Math.min(entry?.boundingClientRect.height ?? 1, most)
        })
        t.ok(share > 0.9, `${width} x ${height} at ${font}: ${Math.round(share * 100)} % of it can be seen at once`)
      }
    }
  })
})

t.test('a shopper whose browser has no popovers sorts a list by links in the page', async (t) => {
  await visit(t, shop.url, PHONE, async (page) => {
    await withoutPopovers(page)
    await page.goto('/en/shop/rings')
    await hydrated(page)
    t.equal(await page.getByRole('button', { name: /^Sort/ }).filter({ visible: true }).count(), 0)
    const newest = page.getByRole('link', { name: 'Newest' })
    await newest.waitFor()
    const below = await page
      .locator('main article')
      .first()
      .evaluate((card) => card.getBoundingClientRect().top)
    const box = await newest.boundingBox()
    t.ok(box && box.y + box.height <= below, 'over the cards')
    await newest.tap()
    await page.waitForURL('**/rings?sort=newest')
  })
})

t.test('Esc closes the search drawer from its empty field if the browser handles the key itself', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.addInitScript(() =>
      addEventListener(
        'cancel',
        (event) => {
          event.preventDefault()
          event.stopImmediatePropagation()
        },
        { capture: true },
      ),
    )
    await page.goto('/en')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open search' }).click()
    const drawer = page.getByRole('dialog', { name: 'Search' })
    await drawer.getByRole('combobox').press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    t.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Open search')
  })
})

t.test('links that look like buttons keep their shape in forced colors mode', async (t) => {
  await visit(t, shop.url, { forcedColors: 'active' }, async (page) => {
    await page.goto('/en/cart')
    const edge = await page
      .getByRole('main')
      .getByRole('link', { name: 'Shop all' })
      .evaluate((link) => [getComputedStyle(link).borderTopWidth, getComputedStyle(link).borderTopStyle])
    t.same(edge, ['1px', 'solid'])
  })
})

t.test('the focus returns to the button even if a click does not focus it, as in Safari', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.addInitScript(() =>
      addEventListener('mousedown', (event) => {
        if ((event.target as Element).closest('button, a')) event.preventDefault()
      }),
    )
    await page.goto(item)
    await hydrated(page)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await cartDrawer(page).getByRole('list', { name: 'Cart items' }).waitFor()
    await page.keyboard.press('Escape')
    await cartDrawer(page).waitFor({ state: 'hidden' })
    t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Add to cart')
  })
})

/** Removes popovers as far as a page can tell: the methods, the browser's styles and our feature queries. */
async function withoutPopovers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name)
    const styleSheet = new CSSStyleSheet()
    styleSheet.replaceSync(':where([popover]) { display: block }')
    document.adoptedStyleSheets = [styleSheet]
  })
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('@supports not selector(:popover-open)', '@supports (color: red)')
    await route.fulfill({ response: answer, body })
  })
}
