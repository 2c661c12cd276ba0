import type { Page } from 'playwright'
import t from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'
import { goTo, journey, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { messageIn } from '#test/support/message.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const ENV = { MIXPANEL_TOKEN: 'a1b2c3d4' }

const shop = await startShop(t, { env: ENV })

journey(
  t,
  'the consent bar can be answered above an open popup, which stays open',
  shop.url,
  { firstVisit: true, reducedMotion: 'reduce' },
  async (page, t) => {
    await page.goto('/en')
    const popup = page.locator('dialog:modal')
    await popup.waitFor()
    await popup.getByRole('complementary', { name: 'Your privacy' }).waitFor()
    t.same(await findViolations(page), [])
    await bar(page).getByRole('button', { name: 'Reject' }).click()
    await bar(page).waitFor({ state: 'detached' })
    t.ok(await popup.isVisible(), 'the popup was not what was answered')
    t.equal(await chosen(page), 'rejected')
  },
)

journey(
  t,
  'a shopper with a keyboard reaches the consent bar, and the focus returns from it',
  shop.url,
  async (page, t) => {
    await goTo(page, '/en/shop/rings')
    await bar(page).waitFor()
    t.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY', 'it does not take the focus')
    const accept = bar(page).getByRole('button', { name: 'Accept' })
    await accept.focus()
    await page.keyboard.press('Enter')
    await bar(page).waitFor({ state: 'detached' })
    t.equal(await chosen(page), 'accepted')

    const link = page.getByRole('link', { name: 'Privacy choices' })
    await link.focus()
    await page.keyboard.press('Enter')
    await bar(page).waitFor()
    t.equal(await accept.getAttribute('aria-pressed'), 'true')
    t.same(await findViolations(page), [])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    t.ok(await link.evaluate((element) => element === document.activeElement), 'the focus is where it was')
    t.equal(await chosen(page), 'accepted', 'the choice is unchanged')
  },
)

journey(
  t,
  'the consent bar covers neither the end of a page nor the focused element',
  shop.url,
  { viewport: { width: 320, height: 640 } },
  async (page, t) => {
    await page.goto('/ru/shop/rings')
    const link = page.getByRole('link', { name: messageIn('ru', 'Privacy choices') })
    await link.focus()
    const prompt = page.getByRole('complementary', { name: messageIn('ru', 'Your privacy') })
    await prompt.waitFor()
    await until(async () => {
      const [under, above] = [await link.boundingBox(), await prompt.boundingBox()]
      return under && above && under.y + under.height <= above.y
    })
    t.pass('the last link of the page stands above it')
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  },
)

t.test('the consent bar does not cover the buttons of a zoomed image', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, { viewport: { width: 390, height: 844 } }, async (page) => {
    await goTo(page, `/en/shop/product/${product.handle}`)
    await page.getByRole('button', { name: 'Zoom' }).first().click()
    await page.locator('dialog:modal').getByRole('complementary', { name: 'Your privacy' }).waitFor()
    await page.getByRole('button', { name: 'Enlarge' }).click()
    await page.getByRole('button', { name: 'Show the full image' }).waitFor()
  })
})

journey(
  t,
  'without JavaScript the footer links to the section about analytics in the policy',
  shop.url,
  { javaScriptEnabled: false },
  async (page, t) => {
    for (const locale of LOCALES) {
      await page.goto(`/${locale}`)
      await page.getByRole('link', { name: messageIn(locale, 'Privacy choices') }).click()
      await page.waitForURL(/#/)
      t.ok(await page.locator('h2:target').isVisible(), locale)
    }
  },
)

function bar(page: Page) {
  return page.getByRole('complementary', { name: 'Your privacy' })
}

async function chosen(page: Page): Promise<unknown> {
  const { choice } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('consent') ?? '{}') as { choice?: string },
  )
  return choice
}
