import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import PostalMime, { type Email } from 'postal-mime'
import t from 'tap'

import { goTo, visit } from '#test/support/browser.ts'
import { getJson } from '#test/support/categories.ts'
import { linkIn } from '#test/support/email-links.ts'
import { sellNowhere, setStock } from '#test/support/shop-changes.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const ADA = 'ada@shopper.example'
const BORIS = 'boris@shopper.example'
/** Long enough for Medusa to notify a storefront on a busy machine. */
const PATIENCE_MS = 60_000
const RING = 'round-solitaire-ring'
const GONE = 'blue-cushion-solitaire-ring'

const shop = await startOwnShop(t)

t.test('a shopper leaves an address for a sold-out size and gets one email when it is back', async (t) => {
  const variant = await variantOf(RING, { metal: 'rose-gold', size: '9' })
  await visit(t, shop.url, async (page) => {
    await goTo(page, `/en/shop/product/${RING}?metal=rose-gold`)
    const size = page.getByRole('radio', { name: '9', exact: true })
    const label = await size.evaluate((radio) => {
      return document.getElementById(radio.getAttribute('aria-describedby') ?? '')?.textContent
    })
    t.equal(label, 'Sold out')
    await size.check()
    const form = page.getByRole('region', { name: 'Tell me when it’s back' })
    await form.getByLabel('Email').fill('ada@shopper')
    t.equal(await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).count(), 0)
    await form.getByRole('button', { name: 'Email me once' }).click()
    await form.getByText('Please enter a valid email address.').waitFor()
    await form.getByLabel('Email').fill(ADA)
    await form.getByRole('button', { name: 'Email me once' }).click()
    await form.getByText('open our email and confirm it').waitFor()
    await page.getByRole('link', { name: 'See similar pieces' }).click()
    const similar = page.locator('#similar').getByRole('article')
    await similar.nth(2).waitFor()

    const asked = await emailTo(ADA, 'confirm-stock-alert')
    t.match(asked.text, /Round solitaire ring/)
    await goTo(page, linkIn(asked, '/back-in-stock/requests'))
    t.match(await page.getByRole('main').innerText(), /a…@shopper\.example[^]*Round solitaire ring · Rose gold · 9/)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByRole('heading', { name: 'We’ll tell you when it’s back' }).waitFor()
    t.equal((await emailsTo(ADA)).length, 1, 'nothing is sent while it is sold out')

    await setStock(shop.commerce, variant, 2)
    const back = await emailTo(ADA, 'back-in-stock')
    t.match(back.subject, 'It’s back: Round solitaire ring')
    t.match(back.headers.find(({ key }) => key === 'list-unsubscribe')?.value, '/api/back-in-stock/stop')
    await goTo(page, linkIn(back, `/shop/product/${RING}?`))
    t.ok(await page.getByRole('radio', { name: '9', exact: true }).isChecked())
    await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).first().waitFor()
  })
  t.equal((await emailsTo(ADA)).length, 2, 'one email to confirm and one when it is back')
})

t.test('without JavaScript a shopper asks in Russian, and stops it with one button', async (t) => {
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto(`/ru/shop/product/${GONE}`)
    await page.getByText('Выберите размер, и мы сообщим').waitFor()
    await page.getByRole('radio', { name: '16,5', exact: true }).check()
    await page.getByRole('button', { name: 'Показать этот вариант' }).click()
    await page.getByRole('region', { name: 'Сообщить, когда появится' }).getByLabel('Электронная почта').fill('boris')
    await page.getByRole('button', { name: 'Прислать одно письмо' }).click()
    await page.waitForURL('**/ru/back-in-stock?piece=**')
    t.match(await page.locator('[aria-invalid]').getAttribute('value'), 'boris', 'what was typed is kept')
    await page.locator('[aria-invalid]').fill(BORIS)
    await page.getByRole('button', { name: 'Прислать одно письмо' }).click()
    await page.getByRole('alert').getByText('Мы напишем один раз').waitFor()

    await page.goto(linkIn(await emailTo(BORIS, 'confirm-stock-alert'), '/ru/back-in-stock/requests'))
    await page.getByRole('button', { name: 'Подтвердить адрес' }).click()
    await page.getByRole('heading', { name: 'Сообщим, когда появится' }).waitFor()
    await page.getByRole('button', { name: 'Отменить все запросы' }).click()
    await page.getByRole('heading', { name: 'Вы ничего не ждёте' }).waitFor()
  })
  t.same(await shop.app.database.query('SELECT 1 FROM stock_alerts'), [])
})

t.test('the page of a product that was taken off sale says so, and nothing is sent', async (t) => {
  const product = await productOf(GONE)
  const variant = product.variants[0]?.id ?? ''
  await sellNowhere(shop.commerce, variant)
  await until(async () => (await fetch(`${shop.url}/api/products/handle/${GONE}`)).status === 404, PATIENCE_MS)
  await visit(t, shop.url, { expected: [/400/] }, async (page) => {
    const refused = await page.request.post('/api/back-in-stock', { data: { variant_id: variant, email: ADA } })
    t.match(await refused.json(), { message: 'This item is no longer available. Please choose another one.' })
    await page.goto(`/en/back-in-stock?piece=${GONE}&variant=${variant}`)
    await page.getByText('This item is no longer available. Please choose another one.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Shop all' }).waitFor()
  })
})

interface AnyProduct {
  variants: { id: string; options: Record<string, string> }[]
}

async function productOf(handle: string): Promise<AnyProduct> {
  return (await getJson<{ product: AnyProduct }>(`${shop.url}/api/products/handle/${handle}`)).product
}

async function variantOf(handle: string, options: Record<string, string>): Promise<string> {
  const { variants } = await productOf(handle)
  const found = variants.find((one) => Object.entries(options).every(([code, value]) => one.options[code] === value))
  return found?.id ?? ''
}

async function emailsTo(address: string): Promise<{ name: string; email: Email }[]> {
  const folder = join(shop.config.dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'))
  const emails = await Promise.all(
    files.map(async (name) => ({ name, email: await PostalMime.parse(await readFile(join(folder, name))) })),
  )
  return emails.filter(({ email }) => email.to?.some((to) => to.address === address))
}

async function emailTo(address: string, kind: string): Promise<Email> {
  const found = await until(
    async () => (await emailsTo(address)).find(({ name }) => name.startsWith(kind)),
    PATIENCE_MS,
  )
  return found.email
}
