import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { startShop } from '#test/support/test-shop.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const shop = await startShop(t)

t.test('the bar under the header says what delivery and returns cost in the region, also without scripts', async (t) => {
  for (const [country, text] of [
    ['US', /^Free insured delivery · 30-day returns$/],
    ['CA', /^Delivery from C\$12\.00 · 30-day returns$/],
  ] as const)
    await visit(
      t,
      shop.url,
      async (page) => {
        await page.request.post('/api/visitor/country', { data: { country } })
        for (const path of ['/en', '/en/shop/rings', '/en/cart']) {
          await page.goto(path)
          await page.getByRole('link', { name: text }).waitFor()
        }
        await page.goto('/ru')
        await page.getByRole('link', { name: /доставка.+\s30\sдней на возврат$/i }).waitFor()
      },
      { javaScriptEnabled: false },
    )
})

t.test('the bar names the price of a country that is only guessed, and nothing moves', async (t) => {
  await visit(
    t,
    shop.url,
    async (page) => {
      await page.goto('/en/shop')
      await hydrated(page)
      const heading = page.getByRole('heading', { level: 1 })
      const before = await heading.boundingBox()
      const bar = page.getByRole('link', { name: 'Delivery from C$12.00 · 30-day returns', exact: true })
      await bar.waitFor()
      t.same(await heading.boundingBox(), before)
      await bar.click()
      const panel = page.getByRole('dialog', { name: 'Delivery', exact: true })
      await panel.getByText(/^To Canada/).waitFor()
      await panel.getByLabel('Country', { exact: true }).selectOption('US')
      await panel.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('link', { name: 'Free insured delivery · 30-day returns', exact: true }).waitFor()
    },
    { ...PHONE, timezoneId: 'America/Toronto' },
  )
})
