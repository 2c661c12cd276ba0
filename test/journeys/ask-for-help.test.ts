import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { messageIn } from '#test/support/message.ts'
import { visitShop } from '#test/support/test-shop.ts'

t.test('a popup opens at its beginning and fits the smallest window and a large font', async (t) => {
  const shop = await visitShop(t)
  const { product } = await findRing(shop.url)
  const windows = [
    ['en', { width: 320, height: 568 }, '100%'],
    ['ru', { width: 390, height: 844 }, '200%'],
  ] as const
  for (const [locale, viewport, emails] of windows) {
    await visit(t, shop.url, { viewport }, async (page) => {
      await page.goto(`/${locale}/shop/product/${product.handle}`)
      await hydrated(page)
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
