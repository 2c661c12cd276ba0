import type { Page } from 'playwright'
import t from 'tap'

import { journey, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { focused } from '#test/support/keyboard.ts'
import { messageIn } from '#test/support/message.ts'
import {
  advanceUntil,
  arrive,
  popupsBegin,
  remembered,
  stopClock,
  trackedEvents,
  watch,
} from '#test/support/popup-visit.ts'
import { pressAddToCart } from '#test/support/shopper.ts'
import { sourceOf } from '#test/support/source-of-script.ts'
import { visitShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const LAUNCH = 'An early Black Friday'
const VIP = 'Become an Insider'
/** A jump of the clock also expires the timeouts of pending requests, which the cart's first call logs. */
const IMPATIENT = /CartApiError/
const NEW = { firstVisit: true, expected: [IMPATIENT] }
const PHONE = { width: 390, height: 844 }
const LAUNCH_SEEN = { hasSeenLaunchPopup: 'true' }
const BOTH_SEEN = { ...LAUNCH_SEEN, hasSeenVipPopup: 'true' }

const shop = await visitShop(t)

const popup = (page: Page, name: string) => page.getByRole('dialog', { name })
const open = (page: Page) => page.locator('dialog[open]').count()

async function begin(page: Page, path: string, stored: Record<string, string> = {}): Promise<void> {
  await stopClock(page)
  await watch(page, stored)
  await arrive(page, path)
}

async function shows(page: Page, name: string): Promise<void> {
  await popup(page, name).waitFor({ state: 'visible' })
}

/** Runs the timers that are due within this time. @returns whether no popup has opened */
async function staysAway(page: Page, milliseconds: number): Promise<boolean> {
  await page.clock.runFor(milliseconds)
  await page.evaluate(() => document.body.offsetHeight)
  return (await open(page)) === 0
}

journey(
  t,
  'a new visitor sees the launch popup after a second, and the scroll position is restored when it closes',
  shop.url,
  NEW,
  async (page, t) => {
    await begin(page, '/en')
    const menu = page.getByRole('button', { name: 'Open menu' })
    await menu.focus()
    await page.evaluate(() => scrollTo(0, 600))
    t.ok(await staysAway(page, 990), 'not before')
    await page.clock.runFor(10)
    await shows(page, LAUNCH)
    t.match(await popup(page, LAUNCH).innerText(), /40% off sitewide/)
    t.match(await focused(page), `dialog "${LAUNCH}"`)
    await page.keyboard.press('Tab')
    t.match(await focused(page), 'link "Shop the Launch Event"')
    t.equal(await remembered(page, 'hasSeenLaunchPopup'), null, 'it counts as seen once it is closed')

    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press('Escape')
    await popup(page, LAUNCH).waitFor({ state: 'hidden' })
    t.equal(await page.evaluate(() => scrollY), 600)
    t.match(await focused(page), 'button "Open menu"')
    t.equal(await remembered(page, 'hasSeenLaunchPopup'), 'true')
    t.same(await trackedEvents(page), { tracked: [], launchClosed: 1 })
  },
)

journey(
  t,
  'the launch popup closes by a button, a link or a click beside it, and does not open again',
  shop.url,
  NEW,
  async (page, t) => {
    await begin(page, '/en/shop/rings')
    for (const [way, close] of [
      ['the cross', () => page.getByRole('button', { name: 'Close' }).click()],
      ['the polite no', () => page.getByRole('button', { name: 'No, thanks' }).click()],
      ['a click beside it', () => page.mouse.click(5, 5)],
    ] as const) {
      await page.clock.runFor(1000)
      await shows(page, LAUNCH)
      await close()
      await popup(page, LAUNCH).waitFor({ state: 'hidden' })
      t.same(await trackedEvents(page), { tracked: [], launchClosed: 1 }, way)
      await page.goto('/en/shop')
      await popupsBegin(page)
      t.ok(await staysAway(page, 2900), way)
      await page.evaluate(() => localStorage.removeItem('hasSeenLaunchPopup'))
      await arrive(page, '/en/shop/rings')
    }
  },
)

journey(
  t,
  'following the link of the launch popup marks it as seen and is reported to the pixel',
  shop.url,
  NEW,
  async (page, t) => {
    await begin(page, '/en')
    await page.clock.runFor(1000)
    await shows(page, LAUNCH)
    await page.getByRole('link', { name: 'Shop the Launch Event' }).click()
    await page.waitForURL('**/en/shop/viewAll')
    await popup(page, LAUNCH).waitFor({ state: 'hidden' })
    t.equal(await remembered(page, 'hasSeenLaunchPopup'), 'true')
    t.same(await trackedEvents(page), {
      tracked: [{ name: 'IntentToShop', properties: { campaign: 'Launch40' } }],
      launchClosed: 1,
    })
    t.equal(await page.evaluate(() => scrollY), 0, 'a new page begins at its top')
  },
)

journey(
  t,
  'the Inner Circle popup opens when the visitor scrolls halfway down the page, and only once',
  shop.url,
  NEW,
  async (page, t) => {
    await begin(page, '/en')
    await page.clock.runFor(1000)
    await shows(page, LAUNCH)
    await page.keyboard.press('Escape')
    const scrolledHalf = () => page.evaluate(() => (document.documentElement.scrollHeight - innerHeight) / 2)
    await page.evaluate((y) => scrollTo(0, y - 50), await scrolledHalf())
    t.ok(await staysAway(page, 1000), 'the upper half')
    await page.evaluate((y) => scrollTo(0, y + 10), await scrolledHalf())
    await shows(page, VIP)
    await page.keyboard.press('Escape')
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    t.ok(await staysAway(page, 60_000))
  },
)

t.test('on a phone the Inner Circle popup blocks nothing', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, { ...NEW, viewport: PHONE }, async (page) => {
    await begin(page, `/en/shop/product/${product.handle}`, LAUNCH_SEEN)
    const menu = page.getByRole('button', { name: 'Open menu' })
    await menu.focus()
    await page.clock.runFor(3000)
    await shows(page, VIP)
    t.match(await focused(page), 'button "Open menu"', 'it does not take the focus')
    const sheet = popup(page, VIP)
    // The buy bar and the cart load in timers, which a slow machine sets after the clock has stopped.
    await page.clock.resume()
    await sheet.getByRole('status').getByText('at the end of the page').waitFor()
    t.notOk(await page.evaluate(() => document.querySelector('dialog:modal') !== null))
    const buy = page.getByRole('button', { name: /^Choose a size/ }).filter({ visible: true })
    const { height = 0 } = (await sheet.boundingBox()) ?? {}
    t.ok(height <= PHONE.height / 2, `${height} px high`)
    // The page's own button is below the sheet.
    await page.evaluate(() => {
      const own = document.querySelector('main [form=choices]')
      scrollBy(0, (own?.getBoundingClientRect().bottom ?? 0) - innerHeight)
    })
    // The sheet makes room for the buy bar. A click before that would scroll the page, and the bar would leave.
    await until(async () => {
      const [bar, covering] = [await buy.last().boundingBox(), await sheet.boundingBox()]
      return bar && covering && bar.y >= covering.y + covering.height
    })
    // Fails if the sheet covers the button.
    await buy.last().click({ trial: true })
    await page.getByText('7', { exact: true }).click()
    await pressAddToCart(page)
    await popup(page, 'Cart').waitFor()
    await page.keyboard.press('Escape')
    await popup(page, 'Cart').waitFor({ state: 'hidden' })
    t.ok(await sheet.isVisible(), 'Esc closes what is above it first')
    t.equal(await remembered(page, 'hasSeenVipPopup'), null)

    await menu.focus()
    await sheet.getByRole('textbox', { name: 'Email' }).focus()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    t.match(await focused(page), 'button "Open menu"', 'the focus returns')
    t.equal(await remembered(page, 'hasSeenVipPopup'), 'true')
  })
})

t.test('on a phone the launch popup is a sheet of half the window, and leaves the buy button in sight', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, { ...NEW, viewport: PHONE }, async (page) => {
    await begin(page, `/en/shop/product/${product.handle}`)
    const buy = page.getByRole('button', { name: /^Choose a size: / })
    await buy.waitFor()
    await page.clock.runFor(1000)
    await shows(page, LAUNCH)
    await page.waitForFunction(() => document.querySelector('.popup')?.getAnimations({ subtree: true }).length === 0)
    const panel = (await page.locator('.popup-panel').boundingBox()) ?? { y: 0, height: 0 }
    const button = (await buy.boundingBox()) ?? { y: 0, height: 0 }
    t.ok(panel.y >= PHONE.height / 2, 'the upper half shows the page')
    t.ok(panel.y + panel.height <= button.y, 'the button is below the sheet')
    t.ok(button.y + button.height <= PHONE.height)
  })
})

t.test('subscribers, and visitors who have seen both popups, load no code of them', async (t) => {
  const record = JSON.stringify({ subscribed: true, email: 'ada@shopper.example', timestamp: '2026-11-21T00:00:00Z' })
  for (const stored of [{ ...LAUNCH_SEEN, emailSubscription: record }, BOTH_SEEN]) {
    await visit(t, shop.url, NEW, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await begin(page, '/en/shop/rings', stored)
      t.ok(await staysAway(page, 600_000))
      t.same(
        asked.filter((url) => /vip-popup|launch-popup/.test(sourceOf(url))),
        [],
      )
    })
  }
})

journey(
  t,
  'a popup waits while the visitor types, has an overlay open, or is at checkout or sign-in',
  shop.url,
  NEW,
  async (page, t) => {
    await begin(page, '/en')
    const email = page.getByRole('textbox', { name: 'Email' }).first()
    await email.focus()
    t.ok(await staysAway(page, 30_000), 'while typing')

    await page.getByRole('button', { name: 'Open menu' }).click()
    await popup(page, 'Menu').waitFor()
    await page.clock.runFor(30_000)
    t.equal(await open(page), 1, 'beside an open drawer')
    await page.keyboard.press('Escape')

    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
    t.ok(await staysAway(page, 30_000), 'in a hidden tab')

    for (const [path, place] of [
      ['/en/checkout', 'at the checkout'],
      ['/en/account/sign-in', 'at the sign-in'],
    ] as const) {
      await page.goto(path)
      await popupsBegin(page)
      t.ok(await staysAway(page, 60_000), place)
    }

    await page.goto('/en')
    await popupsBegin(page)
    await page.clock.runFor(1000)
    await shows(page, LAUNCH)
  },
)

journey(
  t,
  'a visitor who joins the Inner Circle is thanked for four seconds, and never asked again',
  shop.url,
  NEW,
  async (page, t) => {
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/email-subscribe')) bodies.push(request.postDataJSON())
    })
    await begin(page, '/en/shop', LAUNCH_SEEN)
    await page.clock.runFor(3000)
    await shows(page, VIP)
    const joining = page.getByRole('button', { name: 'Join the Inner Circle' })
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@nowhere')
    await joining.click()
    t.equal(await page.getByRole('alert').innerText(), 'Please enter a valid email')
    t.match(await focused(page), 'textbox "Email"')

    await page.getByRole('textbox', { name: 'Email' }).fill(' vip@shopper.example ')
    await joining.click()
    await popup(page, 'Welcome to the Inner Circle').waitFor()
    await page.getByText('Check your inbox for exclusive access').waitFor()
    t.same(bodies, [{ email: 'vip@shopper.example', lang: 'en', site_type: 'jewelry' }])
    t.same((await trackedEvents(page)).tracked, [{ name: 'VIPSubscription', properties: { campaign: 'InnerCircle' } }])
    const record = JSON.parse((await remembered(page, 'emailSubscription')) ?? '{}') as Record<string, unknown>
    t.match(record, { subscribed: true, email: 'vip@shopper.example', timestamp: /^\d{4}-.*Z$/ })
    t.equal(await remembered(page, 'hasSeenVipPopup'), 'true')

    await page.clock.runFor(3990)
    t.equal(await open(page), 1)
    await advanceUntil(page, async () => (await open(page)) === 0)
  },
)

journey(
  t,
  'a failed subscription is shown in the language of the page, and can be retried',
  shop.url,
  { ...NEW, expected: [IMPATIENT, /503/] },
  async (page, t) => {
    await begin(page, '/ru/shop', LAUNCH_SEEN)
    await page.clock.runFor(3000)
    await shows(page, 'Вступить в клуб')
    await page.getByLabel('Электронная почта').fill('vip@shopper')
    await page.getByRole('button', { name: 'Присоединиться' }).click()
    t.equal(await page.getByRole('alert').innerText(), messageIn('ru', 'Please enter a valid email'))
    await page.route('**/api/email-subscribe', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByLabel('Электронная почта').fill('vip@shopper.example')
    await page.getByRole('button', { name: 'Присоединиться' }).click()
    t.match(await page.getByRole('alert').innerText(), /^Что-то пошло не\sтак\. Попробуйте ещё раз$/)
    t.equal(await remembered(page, 'emailSubscription'), null)
    await page.unroute('**/api/email-subscribe')
    await page.getByRole('button', { name: 'Присоединиться' }).click()
    await popup(page, 'Добро пожаловать в клуб').waitFor()
  },
)

t.test('popups are never the largest contentful paint, and cause no layout shift', async (t) => {
  for (const [path, viewport] of [
    ['/ru/shop/product/round-halo-ring', PHONE],
    ['/en', { width: 1440, height: 900 }],
  ] as const) {
    await visit(t, shop.url, { ...NEW, viewport }, async (page) => {
      await page.addInitScript(() => {
        const seen = { inPopup: false, shifts: 0 }
        Object.assign(globalThis, { seen })
        const look = (entry: PerformanceEntry & { element?: Element; value?: number }) => {
          if (entry.entryType === 'layout-shift') seen.shifts += entry.value ?? 0
          else seen.inPopup = Boolean(entry.element?.closest('dialog'))
        }
        for (const type of ['largest-contentful-paint', 'layout-shift']) {
          new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true })
        }
      })
      await page.goto(path)
      await page.locator('dialog[open]').waitFor({ state: 'visible' })
      await page.screenshot({ animations: 'disabled' })
      const seen = await page.evaluate(() => (globalThis as typeof globalThis & { seen: object }).seen)
      t.same(seen, { inPopup: false, shifts: 0 }, path)
    })
  }
})
