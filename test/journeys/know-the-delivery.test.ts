import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { startShop } from '#test/support/test-shop.ts'
import { untilDeliveryIsRead } from '#test/support/until-delivery-is-read.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: 'Unter den Linden 1',
  city: 'Berlin',
  postal_code: '10117',
  country_code: 'DE',
}

const shop = await startShop(t)
await untilDeliveryIsRead(shop.app)

t.test(
  'the bar under the header says what delivery and returns cost in the region, also without scripts',
  async (t) => {
    for (const [country, text] of [
      ['US', /^Free insured delivery · 30-day returns$/],
      ['CA', /^Delivery from C\$12\.00 · 30-day returns$/],
    ] as const)
      await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
        await page.request.post('/api/visitor/country', { data: { country } })
        for (const path of ['/en', '/en/shop/rings', '/en/cart']) {
          await page.goto(path)
          await page.getByRole('link', { name: text }).waitFor()
        }
        await page.goto('/ru')
        await page.getByRole('link', { name: /доставка.+\s30\sдней на возврат$/i }).waitFor()
      })
  },
)

t.test('the bar names the price of a country that is only guessed, and nothing moves', async (t) => {
  await visit(t, shop.url, { ...PHONE, timezoneId: 'America/Toronto' }, async (page) => {
    await page.goto('/en/shop')
    await hydrated(page)
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.boundingBox()
    const bar = page.getByRole('link', { name: 'Delivery from C$12.00 · 30-day returns', exact: true })
    await bar.waitFor()
    t.same(await heading.boundingBox(), before)
    await bar.click()
    const panel = page.getByRole('dialog', { name: 'Delivery', exact: true })
    await panel.getByText(/^If you order now: Canada/).waitFor()
    await panel.getByLabel('Country', { exact: true }).selectOption('US')
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Free insured delivery · 30-day returns', exact: true }).waitFor()
  })
})

t.test('each delivery method of checkout says when the order arrives, also without scripts', async (t) => {
  const { variant } = await findRing(shop.url)
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    const { request } = page
    await request.post('/api/carts/current/line-items', { data: { variant_id: variant.id, quantity: 1 } })
    await request.post('/api/carts/current', { data: { email: 'ada@shopper.example', shipping_address: ADDRESS } })
    await page.goto('/en/checkout/details')
    const methods = page.getByRole('group', { name: 'Delivery method' })
    await methods.waitFor()
    const days = String.raw`[A-Z][a-z]{2} \d+\s[A-Z][a-z]{2} – [A-Z][a-z]{2} \d+\s[A-Z][a-z]{2}`
    t.match(
      await methods.innerText(),
      new RegExp(`Standard delivery\\s+${days}\\s+Free\\s+Express delivery\\s+${days}`),
    )
  })
})
