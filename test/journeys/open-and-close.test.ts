import type { Locator, Page } from 'playwright'
import t from 'tap'

import type { CategoryList } from '#shared/product/product.ts'
import { goTo, journey, reload, seeHeading, visit } from '#test/support/browser.ts'
import { findRing, getJson } from '#test/support/categories.ts'
import { focused, standsStill, tabTo } from '#test/support/keyboard.ts'
import { messageIn } from '#test/support/message.ts'
import { cartDrawer } from '#test/support/shopper.ts'
import { visitShop } from '#test/support/test-shop.ts'

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }

const shop = await visitShop(t)

journey(t, 'fast clicks on a drawer end in the state that was requested last', shop.url, async (page, t) => {
  await goTo(page, '/en')
  for (const title of ['Menu', 'Cart']) {
    const opener = page.getByRole('button', { name: `Open ${title.toLowerCase()}` })
    // Opened once slowly, so that its code is loaded.
    await opener.click()
    await page.getByRole('dialog', { name: title, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await standsStill(page)
    // Keys are pressed without waiting for animations.
    for (const key of ['Enter', 'Escape', 'Enter', 'Escape', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: title, exact: true }).waitFor()
    await standsStill(page)
    t.same(await openDrawers(page), [title], 'opened, closed and opened again, it is open')
    t.equal(await opener.getAttribute('aria-expanded'), 'true')

    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await standsStill(page)
    t.same(await openDrawers(page), [], 'Esc works during the animation')
    t.equal(await opener.getAttribute('aria-expanded'), 'false')
    t.equal(await focused(page), `button "Open ${title.toLowerCase()}"`)
    t.equal(await page.evaluate(() => document.body.className.includes('overlay-open')), false)
  }
})

journey(t, 'of two drawers opened at once one stays, and closing it restores the focus', shop.url, async (page, t) => {
  await goTo(page, '/en')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/en/cart"]')?.click())
  await cartDrawer(page).waitFor()
  await standsStill(page)
  t.same(await openDrawers(page), ['Cart'])
  t.equal(
    await page.getByRole('button', { name: 'Open menu', includeHidden: true }).getAttribute('aria-expanded'),
    'false',
  )
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/en/search"]')?.click())
  await page.getByRole('dialog', { name: 'Search', exact: true }).waitFor()
  await standsStill(page)
  const shown = await openDrawers(page)
  t.ok(shown.includes('Search') && !shown.includes('Cart'), 'the search replaces the cart')
  await page.keyboard.press('Escape')
  await standsStill(page)
  t.equal(await focused(page), 'button "Open menu"')

  await page.evaluate(() => {
    for (const path of ['/en/shop', '/en/cart'])
      document.querySelector<HTMLElement>(`header a[href="${path}"]`)?.click()
  })
  await page.getByRole('dialog').first().waitFor()
  await standsStill(page)
  t.equal((await openDrawers(page)).length, 1)
})

t.test('each drawer slides in from its side, darkens the page, and contains its links', async (t) => {
  for (const width of [1280, 390]) {
    const viewport = { width, height: 844 }
    const body = async (page: Page) => {
      await goTo(page, '/ru/shop/rings')
      const wide = width === 1280 ? 550 : 351
      const notify = (english: string) => messageIn('ru', english)
      for (const [title, opener] of [
        ['Cart', 'Open cart'],
        ['Search', 'Open search'],
        ['Menu', 'Open menu'],
        ...(width === 390 ? [['Categories', 'Categories'] as const] : []),
      ] as const) {
        await page.getByRole('button', { name: notify(opener) }).click()
        const drawer = page.getByRole('dialog', { name: notify(title), exact: true })
        await drawer.waitFor()
        await standsStill(page)
        const { x, y, width: across, height } = (await drawer.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        if (['Cart', 'Search'].includes(title)) t.same([x + across, across], [width, wide], `${title} at ${width} px`)
        // On a desktop the menu leaves most of the page in sight.
        else t.same([x, across, y > 0, y + height], [0, Math.min(width, 512), true, 844], `${title} at the bottom`)
        const backdrop = await drawer.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor)
        const [red = 255, green = 255, blue = 255, opacity = 1] = [...backdrop.matchAll(/[\d.]+/g)].map(Number)
        t.ok(red + green + blue < 100 && opacity >= 0.3 && opacity < 1, `dark behind ${title}: ${backdrop}`)

        if (title === 'Menu') {
          const links = drawer.getByRole('navigation').locator('> ul > li > :is(a, button)')
          t.same(await links.allInnerTexts(), ['Home', 'Shop', 'New in', 'Our story', 'Journal'].map(notify))
          const tiles = drawer.locator('li li')
          t.same(await tiles.allInnerTexts(), [notify('Shop all'), ...(await categoryNames())])
          t.equal(await tiles.filter({ has: page.locator('img') }).count(), 6, 'each with an image')
        }
        if (title === 'Categories') {
          t.same(await drawer.getByRole('link').allInnerTexts(), [notify('All'), ...(await categoryNames('rings'))])
        }
        await page.keyboard.press('Escape')
        await standsStill(page)
      }
    }
    await visit(t, shop.url, { viewport }, body)
  }
})

async function categoryNames(handle?: string): Promise<string[]> {
  const { categories } = await getJson<CategoryList>(`${shop.url}/api/categories?lang=ru`)
  const groups = handle ? categories.find((category) => category.handle === handle)?.children : categories
  return (groups ?? []).map(({ name }) => name)
}

journey(
  t,
  'a menu that cannot be loaded stays a link to the shop',
  shop.url,
  { expected: [/menu-contents/, /ERR_FAILED/] },
  async (page) => {
    await goTo(page, '/en')
    await page.route('**/assets/menu-contents-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Open menu' }).click()
    await seeHeading(page, 'The shop')
  },
)

journey(t, 'a slow page shows its progress, and the drawer closes at once', shop.url, async (page, t) => {
  await goTo(page, '/en/shop')
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/viewAll?*_data', async (route) => {
    await mayCome
    await route.continue()
  })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'New in' }).click()
  await page.locator('main[aria-busy="true"]').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  come()
  await page.waitForURL('**/shop/viewAll?sort=newest')
  await page.locator('main:not([aria-busy])').waitFor()
  t.equal(await page.locator('.page-progress').count(), 0)
})

journey(t, 'the header is sticky, and scrolls with the page in a low window', shop.url, async (page, t) => {
  await goTo(page, '/en/shop/rings')
  for (const [width, height, top] of [
    [390, 844, 0],
    [1280, 720, 0],
    [844, 390, -300],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 300))
    t.equal(await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top), top)
  }
})

async function openDrawers(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.querySelectorAll('dialog[open] h2')].map((title) => title.textContent))
}

journey(t, 'a shopper points at a category and follows one of its cuts', shop.url, DESKTOP, async (page, t) => {
  await goTo(page, '/en')
  const nav = page.getByRole('navigation', { name: 'Shop by category' })
  t.equal(await nav.getByRole('link', { name: 'Halo', exact: true }).count(), 0, 'closed at first')
  const keys = page.waitForResponse(/follow-mega-menu/)
  await nav.getByRole('link', { name: 'Rings', exact: true }).hover()
  await nav.getByRole('link', { name: 'Halo', exact: true }).waitFor()
  await keys
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Escape')
  await nav.getByRole('link', { name: 'Halo', exact: true }).waitFor({ state: 'hidden' })
  await page.mouse.move(700, 700)
  await nav.getByRole('link', { name: 'Rings', exact: true }).hover()
  await nav.getByRole('link', { name: 'Pear', exact: true }).click()
  await page.waitForURL('**/en/shop/rings?cut=pear')
  await seeHeading(page, 'Rings')
  t.equal(await nav.getByRole('link', { name: 'Halo', exact: true }).count(), 0, 'closed by the followed link')
  t.equal(await page.getByRole('checkbox', { name: 'Pear' }).isChecked(), true)
  await reload(page)
  t.equal(await nav.getByRole('link', { name: 'Halo', exact: true }).count(), 0, 'nor under a resting pointer')
  await nav.getByRole('link', { name: 'Earrings', exact: true }).hover()
  await page.mouse.move(700, 700)
  await nav.getByRole('link', { name: 'Necklaces', exact: true }).hover()
  await nav.getByRole('link', { name: 'Tennis', exact: false }).first().waitFor()
})

journey(
  t,
  'a shopper with a keyboard opens a category by its button, and Esc closes it',
  shop.url,
  DESKTOP,
  async (page, t) => {
    await goTo(page, '/en')
    const nav = page.getByRole('navigation', { name: 'Shop by category' })
    const halo = nav.getByRole('link', { name: 'Halo', exact: true })
    await nav.getByRole('link', { name: 'Rings', exact: true }).focus()
    await page.keyboard.press('Tab')
    t.match(await focused(page), 'Rings: styles and cuts')
    await page.keyboard.press('Enter')
    await halo.waitFor()
    await page.keyboard.press('Tab')
    t.equal(await focused(page), 'link "Solitaire"')
    await page.keyboard.press('Escape')
    await halo.waitFor({ state: 'hidden' })
    t.match(await focused(page), 'Rings: styles and cuts', 'the focus is on the button again')
    await page.keyboard.press('Enter')
    await tabTo(page, 'link "Necklaces"')
    await halo.waitFor({ state: 'hidden' })
  },
)

journey(
  t,
  'without JavaScript the button opens the links of a category',
  shop.url,
  { ...DESKTOP, javaScriptEnabled: false },
  async (page) => {
    await page.goto('/en')
    const nav = page.getByRole('navigation', { name: 'Shop by category' })
    await nav.locator('summary').first().click()
    await page.mouse.move(700, 700)
    await nav.getByRole('link', { name: 'Solitaire', exact: true }).click()
    await page.waitForURL('**/en/shop/rings/solitaire')
  },
)

journey(
  t,
  'a shopper on a touchscreen finds a product, and comes back to the same position',
  shop.url,
  PHONE,
  async (page, t) => {
    await goTo(page, '/en')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Rings', exact: true }).tap()
    await seeHeading(page, 'Rings')

    const categories = page.getByRole('button', { name: 'Categories' })
    t.match(await categories.innerText(), /Rings: All$/)
    await categories.tap()
    const drawer = page.getByRole('dialog', { name: 'Categories' })
    t.match(await drawer.getByRole('link', { name: 'All', exact: true }).getAttribute('aria-current'), 'page')
    await drawer.getByRole('link', { name: 'Solitaire' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()
    t.match(await categories.innerText(), /Rings: Solitaire$/)

    const product = page.locator('main article h2').last()
    const title = await product.innerText()
    await product.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    t.ok(place > 0, 'the list is left somewhere below its top')
    await product.tap()
    await seeHeading(page, title)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()
    t.equal(await page.evaluate(() => scrollY), place)
  },
)

journey(t, 'a tap beside a drawer closes it, and the page has not scrolled', shop.url, PHONE, async (page, t) => {
  await goTo(page, '/en/shop/rings')
  await page.evaluate(() => scrollTo(0, 12))
  for (const [opener, title, beside] of [
    ['Open menu', 'Menu', { x: 195, y: 20 }],
    ['Open cart', 'Cart', { x: 12, y: 400 }],
    ['Open search', 'Search', { x: 12, y: 400 }],
    ['Categories', 'Categories', { x: 195, y: 20 }],
  ] as const) {
    await tapWhereItIs(page, page.getByRole('button', { name: opener }))
    const drawer = page.getByRole('dialog', { name: title, exact: true })
    await drawer.waitFor()
    t.ok(await isLocked(page), `the page does not scroll behind ${title}`)
    await page.touchscreen.tap(beside.x, beside.y)
    await drawer.waitFor({ state: 'detached' })
    t.notOk(await isLocked(page), `the page scrolls again after ${title}`)
    t.equal(await page.evaluate(() => scrollY), 12)
  }
})

/** Taps by touch events, because Playwright's tap would scroll the page first. */
async function tapWhereItIs(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('there is nothing to tap')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

async function isLocked(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      document.body.classList.contains('overlay-open') &&
      getComputedStyle(document.documentElement).overflowY === 'hidden',
  )
}

t.test('a popup opens at its beginning and fits the smallest window and a large font', async (t) => {
  const { product } = await findRing(shop.url)
  const windows = [
    ['en', { width: 320, height: 568 }, '100%'],
    ['ru', { width: 390, height: 844 }, '200%'],
  ] as const
  for (const [locale, viewport, emails] of windows) {
    await visit(t, shop.url, { viewport }, async (page) => {
      await goTo(page, `/${locale}/shop/product/${product.handle}`)
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), emails)
      await page.locator('summary', { hasText: messageIn(locale, 'Materials and care') }).click()
      for (const [link, title] of [
        ['Size chart', 'Ring sizes'],
        ['All about care', 'Caring for your pieces'],
        ['Drop a hint', 'Drop a hint'],
      ] as const) {
        const opener = page.getByRole('link', { name: messageIn(locale, link) })
        await opener.click()
        const popup = page.getByRole('dialog', { name: messageIn(locale, title) })
        await popup.waitFor()
        await popup.locator('[aria-busy]').waitFor({ state: 'detached' })
        const { top, beyond } = await popup.evaluate(({ scrollTop, scrollWidth, clientWidth }) => ({
          top: scrollTop,
          beyond: scrollWidth - clientWidth,
        }))
        t.same({ top, beyond }, { top: 0, beyond: 0 }, `${title} in ${locale} at ${emails}`)
        await page.keyboard.press('Escape')
        await popup.waitFor({ state: 'hidden' })
        t.ok(await opener.evaluate((element) => element === document.activeElement), `${link} has the focus again`)
      }
    })
  }
})
