import { chromium } from 'playwright-core'
const base = 'http://127.0.0.1:4130'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const { products } = await (await fetch(`${base}/api/products/all?limit=200`)).json()
const ring = products.find((p) => p.options.some((o) => o.code === 'size')) ?? products[0]
const variant = ring.variants.find((v) => v.inventory_quantity > 2) ?? ring.variants[0]
async function shot(page, name) { await page.screenshot({ path: `/tmp/co-shots/${name}.png`, fullPage: true }) }
async function open(width, { locale = 'en', dark = false, country, js = true } = {}) {
  const context = await browser.newContext({ baseURL: base, viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', javaScriptEnabled: js })
  if (country) await context.addCookies([{ name: 'user_country', value: country, url: base }])
  const page = await context.newPage()
  page.on('console', (m) => { if (m.type() === 'error') console.log(locale, width, m.text()) })
  await page.request.post('/api/carts', { data: {} })
  const a = await page.request.post('/api/carts/current/line-items', { data: { variant_id: variant.id, quantity: 1 } })
  if (!a.ok()) console.log(a.status(), await a.text())
  await page.goto(`/${locale}/checkout`)
  if (js) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  return page
}
const f = (page, n) => page.locator(`[name="shipping_address.${n}"]`)
async function fill(page) {
  await page.locator('[name=email]').fill('ada@shopper.example')
  for (const [n, v] of Object.entries({ first_name: 'Ada', last_name: 'Lovelace', address_1: '12 Engine Street', city: 'New York', postal_code: '10001' })) await f(page, n).fill(v)
}
for (const [width, o] of [[1440, { country: 'US' }], [390, { country: 'US', locale: 'ru', dark: true }], [768, {}], [390, { country: 'GB' }]]) {
  const tag = `${width}-${o.locale ?? 'en'}-${o.dark ? 'dark' : 'light'}-${o.country ?? 'none'}`
  const page = await open(width, o)
  await shot(page, `${tag}-1-details`)
  await page.locator('form button[type=submit]').last().click()
  await page.waitForTimeout(500)
  await shot(page, `${tag}-2-errors`)
  if (!o.country) await f(page, 'country_code').selectOption('US')
  if (o.country === 'GB') { await page.locator('[name=email]').fill('a@b.example'); await f(page, 'first_name').fill('Ada'); await f(page, 'last_name').fill('L'); await f(page, 'address_1').fill('12 Hatton Garden'); await f(page, 'city').fill('London'); await f(page, 'postal_code').fill('ec1n 8an') }
  else { await page.waitForTimeout(800); await fill(page); await f(page, 'province').selectOption('NY') }
  await page.locator('[name=email]').focus(); await page.waitForTimeout(1500)
  await shot(page, `${tag}-3-filled`)
  await page.locator('form:has([name=email]) button[type=submit]').last().click()
  await page.waitForURL('**/checkout/payment*')
  await page.waitForTimeout(700)
  await shot(page, `${tag}-4-payment`)
  await page.context().close()
}
await browser.close()
