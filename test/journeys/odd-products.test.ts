import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import { formatMoney } from '#shared/money/format-money.ts'
import { createOperator } from '#test/server/catalog/operator.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { everyCard, getJson } from '#test/support/categories.ts'
import { ownCommerce, startOwnShop, type TestShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const LONG =
  'Обручальное кольцо-дорожка из белого золота с семнадцатью круглыми муассанитами высококачественнейшей огранки'

t.test('the page of a product without image, options and price works and links to others', async (t) => {
  const shop = await shopWith(t, { title: LONG, handle: 'bare-piece', prices: [] })
  for (const width of [320, 1440]) {
    await visit(t, shop.url, { viewport: { width, height: 800 } }, async (page) => {
      await page.goto('/en/shop/product/bare-piece')
      await hydrated(page)
      t.equal(await page.getByRole('heading', { level: 1 }).innerText(), LONG)
      t.equal(await page.getByRole('main').getByText(LONG).count(), 3, 'in the place of its picture too')
      t.equal(await page.getByRole('button', { name: 'Add to cart' }).count(), 0)
      await page.getByText('isn’t available at the moment').waitFor()
      t.notMatch(await page.content(), '"@type":"Product"', 'search engines refuse a product without an offer')
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out')
    })
  }
})

t.test('a shopper buys a product with one image and no options', async (t) => {
  const price = { currency_code: 'usd', amount: 90 }
  const shop = await shopWith(t, {
    title: 'Plain pin',
    handle: 'plain-pin',
    prices: [price],
    images: ['tile-sets.webp'],
  })
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/shop/product/plain-pin')
    await hydrated(page)
    t.match(await page.content(), '"@type":"Product"')
    t.equal(await page.getByRole('radio').count(), 0)
    t.equal(await page.getByRole('link', { name: /^Picture 1/ }).count(), 0)
    await page.getByRole('button', { name: 'Zoom', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Plain pin', exact: true })
    await dialog.waitFor()
    t.equal(await dialog.getByRole('button', { name: 'Next picture' }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await page.getByRole('dialog', { name: 'Cart', exact: true }).getByText('Plain pin').first().waitFor()
  })
})

t.test('a shopper sees the crossed-out price of the campaign while it runs, from the card to the cart', async (t) => {
  const operator = await createOperator(await ownCommerce())
  await operator.setSaleStatus('draft')
  t.teardown(() => operator.setSaleStatus('active'))
  const content = t.testdir()
  await cp('content', content, { recursive: true })
  const site = await readFile(join(content, 'site.yml'), 'utf8')
  const campaign = 'campaign: {name: Launch40, from: "2026-01-01T00:00Z", referencePrice: formula}'
  await writeFile(join(content, 'site.yml'), site.replace('campaign: Launch40', campaign))
  const shop = await startOwnShop(t, { env: { CONTENT_DIR: content } })
  const card = (await everyCard(shop.url)).find(({ handle }) => handle === 'round-stud-earrings')
  const price = card?.price?.calculated_amount ?? 0
  t.equal(card?.price?.original_amount, price, 'the backend knows no former price')
  const money = (amount: number) => formatMoney(amount, 'USD', 'en')
  const before = money(Math.round(price / 60) * 100)
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/shop/earrings')
    const shown = page
      .getByRole('main')
      .locator('article', { hasText: card?.title ?? '' })
      .getByText(before)
    await shown.first().waitFor()
    await page.goto('/en/shop/product/round-stud-earrings')
    await hydrated(page)
    const priced = await page.locator('main [aria-live]').first().innerText()
    t.match(priced, before)
    t.match(priced, '40% off')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Cart', exact: true })
    await drawer.getByText(before).waitFor()
    const saved = money(Math.round((price * 40) / 60))
    t.equal(await drawer.getByLabel('You save', { exact: true }).innerText(), saved)
  })
})

t.test('a returning visitor sees current prices, and none of a sale that has ended', async (t) => {
  const shop = await startOwnShop(t)
  const operator = await createOperator(await ownCommerce())
  const [card] = await everyCard(shop.url)
  const address = `${shop.url}/en/shop/product/${card?.handle}`
  const read = async () => {
    const answer = await fetch(address)
    return { html: await answer.text(), isSaved: answer.headers.get('server-timing')?.includes('hit') }
  }
  const cachedPage = async () => (await until(async () => [await read()].find(({ isSaved }) => isSaved))).html
  const whileOn = await cachedPage()
  t.match(whileOn, '"campaign":"Launch40"')

  await operator.setSaleStatus('draft')
  t.teardown(() => operator.setSaleStatus('active'))
  await shop.app.catalog.refresh('all')
  await until(async () => (await read()).html.includes('"campaign":null'))
  const over = await cachedPage()
  const [was, is] = [whileOn, over].map((html) => /"calculated_amount":(\d+)/.exec(html)?.[1])
  t.equal(Number(was), Number(is) * 0.6, 'cached again with the current price')
})

interface OddProduct {
  title: string
  handle: string
  prices: { currency_code: string; amount: number }[]
  images?: string[]
}

/** Adds a product to a category, and opens a shop that has it. */
async function shopWith(t: Test, { title, handle, prices, images = [] }: OddProduct): Promise<TestShop> {
  const commerce = await ownCommerce()
  const { sales_channels: channels } = await commerce.admin<{ sales_channels: { id: string }[] }>(
    '/admin/sales-channels',
  )
  const { product } = await commerce.admin<{ product: { id: string } }>('/admin/products', {
    method: 'POST',
    body: {
      title,
      handle,
      status: 'published',
      images: images.map((url) => ({ url })),
      sales_channels: channels.map(({ id }) => ({ id })),
      options: [{ title: 'Piece', values: ['One'] }],
      variants: [{ title: 'One', options: { Piece: 'One' }, prices, manage_inventory: false }],
    },
  })
  t.teardown(() => commerce.admin(`/admin/products/${product.id}`, { method: 'DELETE' }))
  const shop = await startOwnShop(t)
  await until(() => getJson(`${shop.url}/api/products/handle/${handle}`).catch(() => false))
  return shop
}
