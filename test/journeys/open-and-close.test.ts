import type { Page } from 'playwright'
import t from 'tap'

import type { CategoryList } from '#shared/product/product.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { getJson } from '#test/support/categories.ts'
import { focused, standsStill } from '#test/support/keyboard.ts'
import { messageIn } from '#test/support/message.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)

t.test('fast clicks on a drawer end in the state that was requested last', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
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
})

t.test('of two drawers opened at once one stays, and closing it restores the focus', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/en/cart"]')?.click())
    await page.getByRole('dialog', { name: 'Cart', exact: true }).waitFor()
    await standsStill(page)
    t.same(await openDrawers(page), ['Cart'])
    t.equal(
      await page.getByRole('button', { name: 'Open menu', includeHidden: true }).getAttribute('aria-expanded'),
      'false',
    )
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
})

t.test('the open search drawer is open in the cart store, and only then', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    const open = (name: string) => page.getByRole('button', { name }).click()
    const drawer = (name: string) => page.getByRole('dialog', { name, exact: true })
    t.same(await uiState(page), { isOpen: false, searchOpen: false })
    await open('Open search')
    await drawer('Search').waitFor()
    t.same(await uiState(page), { isOpen: false, searchOpen: true })
    await page.keyboard.press('Escape')
    await standsStill(page)
    t.same(await uiState(page), { isOpen: false, searchOpen: false })

    await open('Open search')
    await drawer('Search').waitFor()
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/en/cart"]')?.click())
    await drawer('Cart').waitFor()
    await standsStill(page)
    t.same(await openDrawers(page), ['Cart'])
    t.same(await uiState(page), { isOpen: true, searchOpen: false }, 'the cart replaces it')
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/en/search"]')?.click())
    await drawer('Search').waitFor()
    await standsStill(page)
    t.same((await openDrawers(page))[0], 'Search')
    t.same(await uiState(page), { isOpen: false, searchOpen: true }, 'the search replaces the cart again')
    await page.evaluate(() => window.cartStoreUnderTest.showSearch(false))
    await standsStill(page)
    t.same(await openDrawers(page), [], 'changing the state closes the drawer')
  })
})

t.test('a drawer slides, except with reduced motion', async (t) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await visit(t, shop.url, { reducedMotion }, async (page) => {
      await page.goto('/en')
      await hydrated(page)
      await page.getByRole('button', { name: 'Open cart' }).click()
      const drawer = page.getByRole('dialog', { name: 'Cart', exact: true })
      await drawer.waitFor()
      const times = await drawer.evaluate((dialog) =>
        [dialog, '::backdrop'].map((part) =>
          parseFloat(getComputedStyle(dialog, typeof part === 'string' ? part : null).transitionDuration),
        ),
      )
      const slides = (seconds: number) => (reducedMotion === 'reduce' ? seconds <= 0.001 : seconds === 0.28)
      t.ok(times.every(slides), `${reducedMotion}: ${times.join(', ')} s`)
    })
  }
})

t.test('each drawer slides in from its side, darkens the page, and contains its links', async (t) => {
  for (const width of [1280, 390]) {
    const viewport = { width, height: 844 }
    const body = async (page: Page) => {
      await page.goto('/ru/shop/rings')
      await hydrated(page)
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

/** Category names on the Russian page: those of the shop, or the sub-categories of one. */
async function categoryNames(handle?: string): Promise<string[]> {
  const { categories } = await getJson<CategoryList>(`${shop.url}/api/categories?lang=ru`)
  const groups = handle ? categories.find((category) => category.handle === handle)?.children : categories
  return (groups ?? []).map(({ name }) => name)
}

t.test('a menu that cannot be loaded stays a link to the shop', async (t) => {
  await visit(t, shop.url, { expected: [/menu-contents/, /ERR_FAILED/] }, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await page.route('**/assets/menu-contents-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('heading', { level: 1, name: 'The shop' }).waitFor()
  })
})

t.test('a slow page shows its progress, and the drawer closes at once', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/shop')
    await hydrated(page)
    const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
    await page.route('**/api/products/all?**', async (route) => {
      await mayCome
      await route.continue()
    })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'New in' }).click()
    await page.locator('main[aria-busy="true"]').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    t.equal(
      await page.evaluate(
        () => getComputedStyle(document.querySelector('.page-progress') ?? document.body).animationDelay,
      ),
      '0.15s',
    )
    come()
    await page.waitForURL('**/shop/viewAll?sort=newest')
    await page.locator('main:not([aria-busy])').waitFor()
    t.equal(await page.locator('.page-progress').count(), 0)
  })
})

t.test('the header is sticky, and scrolls with the page in a low window', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/shop/rings')
    await hydrated(page)
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
})

async function openDrawers(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.querySelectorAll('dialog[open] h2')].map((title) => title.textContent))
}

interface CartStoreUnderTest {
  state: { isOpen: boolean; searchOpen: boolean }
  showSearch: (isShown: boolean) => void
}

declare global {
  interface Window {
    cartStoreUnderTest: CartStoreUnderTest
  }
}

/** The drawer that the cart store holds open, found through React's internals. */
async function uiState(page: Page): Promise<{ isOpen: boolean; searchOpen: boolean }> {
  return page.evaluate(() => {
    interface Fiber {
      return?: Fiber
      memoizedProps?: { value?: CartStoreUnderTest } | null
    }
    const opener = document.querySelector('header a[href="/en/cart"]') ?? document.body
    let fiber = Object.entries(opener).find(([key]) => key.startsWith('__reactFiber$'))?.[1] as Fiber | undefined
    while (fiber && !fiber.memoizedProps?.value?.state) fiber = fiber.return
    const store = fiber?.memoizedProps?.value
    if (!store) throw new Error('the page has no cart store')
    window.cartStoreUnderTest = store
    return { isOpen: store.state.isOpen, searchOpen: store.state.searchOpen }
  })
}
