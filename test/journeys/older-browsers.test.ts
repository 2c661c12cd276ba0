import type { Locator, Page } from 'playwright'
import t from 'tap'

import type { CurrentCartAnswer } from '#shared/cart/cart.ts'
import { goTo, hydrated, journey, mainText, seeHeading, visit } from '#test/support/browser.ts'
import { findRing, labelFor } from '#test/support/categories.ts'
import { listOf, shownProducts } from '#test/support/listing.ts'
import { hundredths, ordersOf } from '#test/support/orders.ts'
import {
  cartDrawer,
  checkOut,
  choose,
  figuresOf,
  fillAddress,
  fillContact,
  placeOrder,
  pressAddToCart,
  SHOPPER,
} from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const NO_SCRIPTS = { javaScriptEnabled: false }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

const shop = await startOwnShop(t)
const ring = await findRing(shop.url)
const item = `/en/shop/product/${ring.product.handle}?${new URLSearchParams(ring.variant.options)}`
/** By then the first popup has opened, unless it is stored as closed. */
const POPUP_MS = 5000

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
      await pressAddToCart(page)
      await page.waitForURL('**/en/cart')
      t.match(await page.getByRole('list', { name: 'Cart items' }).innerText(), ring.product.title)
      t.equal(await page.locator('html[data-hydrated]').count(), 0)
    })
  }
})

journey(
  t,
  'a browser with only the features of Safari 16.4 and Firefox 115 buys with scripts',
  shop.url,
  async (page, t) => {
    await page.addInitScript(() => {
      for (const [owner, name] of [
        [Promise, 'withResolvers'],
        [Map, 'groupBy'],
        [URL, 'canParse'],
        [String.prototype, 'toWellFormed'],
      ] as const)
        Reflect.deleteProperty(owner, name)
    })
    await goTo(page, item)
    t.equal(
      await page.evaluate(async () => {
        const { promise, resolve } = Promise.withResolvers<string>()
        resolve('kept')
        return promise
      }),
      'kept',
    )
    await pressAddToCart(page)
    await cartDrawer(page).getByRole('list', { name: 'Cart items' }).waitFor()
  },
)

journey(
  t,
  'a shopper whose browser blocks storage sees the whole page and a message',
  shop.url,
  { firstVisit: true },
  async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })
      Object.defineProperty(document, 'cookie', { get: () => '', set() {} })
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
      Object.assign(window, { BroadcastChannel: refuse })
    })
    await goTo(page, '/en/cart')
    await page.getByRole('alert').filter({ hasText: 'Your browser is blocking cookies' }).waitFor()
    await goTo(page, item)
    await pressAddToCart(page)
    await cartDrawer(page).getByRole('alert').filter({ hasText: 'Your browser is blocking cookies' }).waitFor()
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
  },
)

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

journey(t, 'the whole cart drawer scrolls in a low window and at twice the font size', shop.url, async (page, t) => {
  await goTo(page, item)
  await pressAddToCart(page)
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
      const shareInView = () =>
        part.evaluate(async (element) => {
          element.scrollIntoView({ block: 'nearest' })
          const observed = Promise.withResolvers<IntersectionObserverEntry | undefined>()
          new IntersectionObserver(([entry]) => observed.resolve(entry)).observe(element)
          const entry = await observed.promise
          const { height: most = 0 } = entry?.rootBounds ?? {}
          return (entry?.intersectionRect.height ?? 0) / Math.min(entry?.boundingClientRect.height ?? 1, most)
        })
      // The drawer is laid out again for the window and the font, and its contents may still be arriving.
      await until(async () => (await shareInView()) > 0.9)
      t.pass(`${width} x ${height} at ${font}: it can be seen at once`)
    }
  }
})

journey(
  t,
  'a shopper whose browser has no popovers sorts a list by links in the page',
  shop.url,
  PHONE,
  async (page, t) => {
    await withoutPopovers(page)
    await goTo(page, '/en/shop/rings')
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
  },
)

journey(
  t,
  'Esc closes the search drawer from its empty field if the browser handles the key itself',
  shop.url,
  async (page, t) => {
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
    await goTo(page, '/en')
    await page.getByRole('button', { name: 'Open search' }).click()
    const drawer = page.getByRole('dialog', { name: 'Search' })
    await drawer.getByRole('combobox').press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    t.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Open search')
  },
)

journey(
  t,
  'links that look like buttons keep their shape in forced colors mode',
  shop.url,
  { forcedColors: 'active' },
  async (page, t) => {
    await page.goto('/en/cart')
    const edge = await page
      .getByRole('main')
      .getByRole('link', { name: 'Shop all' })
      .evaluate((link) => [getComputedStyle(link).borderTopWidth, getComputedStyle(link).borderTopStyle])
    t.same(edge, ['1px', 'solid'])
  },
)

journey(
  t,
  'the focus returns to the button even if a click does not focus it, as in Safari',
  shop.url,
  async (page, t) => {
    await page.addInitScript(() =>
      addEventListener('mousedown', (event) => {
        if ((event.target as Element).closest('button, a')) event.preventDefault()
      }),
    )
    await goTo(page, item)
    await pressAddToCart(page)
    await cartDrawer(page).getByRole('list', { name: 'Cart items' }).waitFor()
    await page.keyboard.press('Escape')
    await cartDrawer(page).waitFor({ state: 'hidden' })
    t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Add to cart')
  },
)

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
    await goTo(page, '/en/wishlist')
    await page
      .getByRole('alert')
      .filter({ hasText: 'the list will be lost when you close or reload the page' })
      .waitFor()
    await goTo(page, item)
    await page.waitForLoadState('networkidle')
    await page.clock.fastForward(POPUP_MS)
    await page.waitForLoadState('networkidle')
    t.equal(
      await page.getByRole('dialog').count(),
      0,
      'no popup opens that a shopper would have to close on every page',
    )
    await pressAddToCart(page)
    await cartDrawer(page).getByRole('link', { name: 'Checkout', exact: true }).click()
    await buyBy(page, email)
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
      await goTo(page, '/en')
      await page.route('**/assets/*.js', async (route) => route.abort('blockedbyclient'))
      await page.goto(item)
      await pressAddToCart(page)
      await page.waitForURL('**/en/cart')
      await page.getByRole('list', { name: 'Cart items' }).getByText(ring.product.title).waitFor()
      await page.getByRole('link', { name: 'Checkout', exact: true }).click()
      await buyBy(page, email, true)
    },
  )
  t.equal((await ordersOf(shop.commerce, email)).length, 1)
})

t.test('a shopper whose network fails sees a message, and buys once it is back', async (t) => {
  const email = `network-gone-${process.pid}@shopper.example`
  await visit(t, shop.url, { expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to/, /could not be/] }, async (page) => {
    const setOffline = async (isGone: boolean) => page.context().setOffline(isGone)
    await goTo(page, item)
    await page.waitForLoadState('networkidle')
    await setOffline(true)
    await pressAddToCart(page)
    const drawer = cartDrawer(page)
    await drawer.getByRole('alert').filter({ hasText: 'We couldn’t load your cart' }).waitFor()
    await setOffline(false)
    await drawer.getByRole('list', { name: 'Cart items' }).getByText(ring.product.title).waitFor()
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
    await buyBy(page, email)
  })
  t.equal((await ordersOf(shop.commerce, email)).length, 1)
})

async function buyBy(page: Page, email: string, byForms = false): Promise<void> {
  await checkOut(page, { email, byForms })
  await placeOrder(page)
  await seeHeading(page, 'Thank you')
}

journey(t, 'a shopper without JavaScript reads each kind of page', shop.url, NO_SCRIPTS, async (page, t) => {
  const paths = ['', '/shop', '/shop/viewAll', '/shop/rings', '/shop/rings/halo', '/search?q=halo', '/faq']
  for (const address of [...paths.map((path) => `/en${path}`), item]) {
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    const text = await mainText(page)
    const busy = await page.locator('main [aria-busy="true"]:visible').count()
    t.ok(text.length > 40 && busy === 0, address)
    t.equal(await page.locator('h1:visible').count(), 1, 'the page has one heading')
  }
})

t.test('a shopper without JavaScript buys two rings', async (t) => {
  const wanted = await findRing(shop.url)
  const { price, money } = figuresOf(wanted)
  const email = `without-${SHOPPER.email}`

  await visit(t, shop.url, NO_SCRIPTS, async (page) => {
    await page.goto(`/en/shop/product/${wanted.product.handle}`)
    t.equal(await page.getByRole('button', { name: 'Add to cart', exact: true }).count(), 0)
    await follow(page, page.getByRole('button', { name: 'Choose a size', exact: true }))
    const sizes = page.getByRole('group', { name: 'Size' })
    await sizes.getByText('Please choose a size first.').waitFor()
    t.equal(await sizes.locator(':checked').count(), 0, 'and none is chosen for the shopper')
    await choose(page, wanted)
    await follow(page, page.getByRole('button', { name: 'Show this option' }))
    t.match(page.url(), `metal=${wanted.variant.options['metal']}`)
    await pressAddToCart(page)

    await page.waitForURL('**/en/cart')
    const items = page.getByRole('list', { name: 'Cart items' })
    t.match(await items.innerText(), labelFor(wanted, 'metal'))
    await page.goto('/en/shop/product/round-stud-earrings')
    await pressAddToCart(page)
    await page.waitForURL('**/en/cart')
    t.equal(await items.getByRole('listitem').count(), 2)
    await follow(page, page.getByRole('button', { name: /^Remove .*[Ee]arrings/ }))
    t.equal(await items.getByRole('listitem').count(), 1)
    await follow(page, page.getByRole('button', { name: `Increase quantity of ${wanted.product.title}` }))
    t.equal(await page.getByLabel('Quantity', { exact: true }).innerText(), '2')
    t.equal(await page.getByLabel('Total', { exact: true }).innerText(), money(2 * price))
    await follow(page, page.getByRole('link', { name: 'Checkout', exact: true }))

    await page.getByLabel('Email', { exact: true }).fill('no address')
    await page.locator('form:has([name=email])').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await follow(page, page.getByRole('button', { name: /^Continue/ }))
    t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), 'no address', 'nothing typed is lost')
    await page.getByText('Please enter a valid email address.').first().waitFor()
    await checkOut(page, { email })
    const total = await page.getByLabel('Total', { exact: true }).innerText()
    await page.getByRole('button', { name: /^Place order/ }).click()

    await page.waitForURL('**/en/order/confirmation')
    t.equal(await page.getByLabel('Total', { exact: true }).innerText(), total)
    await page.reload()
    t.equal(await page.getByLabel('Total', { exact: true }).innerText(), total, 'a reload keeps it')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const paper = page.locator('body')
    for (const written of [email, total]) t.match(await paper.innerText(), written, 'all of it is printed')
    for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const)
      t.equal(await page.getByRole(role).filter({ visible: true }).count(), 0, `no ${role} on paper`)
    const pressed = page.getByText(/^(Continue shopping|Withdraw from contract here)$/)
    t.same([await pressed.count(), await pressed.filter({ visible: true }).count()], [2, 0], 'nor the links')
    t.equal(await paper.evaluate((body) => getComputedStyle(body).backgroundColor), 'rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen' })
    const [order] = await ordersOf(shop.commerce, email)
    t.equal(money(hundredths(order?.total ?? 0)), total, 'the order exists')
  })
})

t.test('a shopper without JavaScript filters and sorts a category by a form and links', async (t) => {
  const wanted = await listOf(shop.url, 'rings?metal=white-gold&metal=platinum&in_stock=true&sort=price-desc')
  const platinum = await listOf(shop.url, 'rings?metal=platinum&in_stock=true&sort=price-desc')
  for (const width of [1280, 390]) {
    await visit(t, shop.url, { ...NO_SCRIPTS, viewport: { width, height: 800 } }, async (page) => {
      const isPhone = width < 1000
      await page.goto('/en/shop/rings')
      if (isPhone) await page.getByRole('button', { name: 'Sort' }).click()
      await page.getByRole('link', { name: 'Price: high to low' }).click()
      await page.waitForURL('**/rings?sort=price-desc')
      if (isPhone) await page.getByRole('link', { name: 'Filter' }).click()
      await page.getByRole('checkbox', { name: 'White gold' }).check()
      await page.getByRole('checkbox', { name: 'Platinum' }).check()
      await page.getByRole('checkbox', { name: 'In stock' }).check()
      await page.getByRole('button', { name: 'Apply filters' }).click()
      await page.waitForURL(/metal=platinum.*stock=in&sort=price-desc$/)
      t.same(await shownProducts(page), wanted.handles, `${width} px wide`)
      t.match(await mainText(page), wanted.count)
      await page.getByRole('link', { name: 'Remove White gold' }).click()
      await page.waitForURL('**/rings?metal=platinum&stock=in&sort=price-desc')
      t.same(await shownProducts(page), platinum.handles)
    })
  }
})

/** Clicks an element that loads another document, which may have the same URL, and waits for it. */
async function follow(page: Page, target: Locator): Promise<void> {
  const loaded = page.waitForEvent('load')
  await target.click()
  await loaded
}
