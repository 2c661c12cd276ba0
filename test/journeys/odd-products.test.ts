import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import { formatMoney } from '#shared/money/format-money.ts'
import { createOperator } from '#test/server/catalog/operator.ts'
import { goTo, visit } from '#test/support/browser.ts'
import { everyCard, getJson } from '#test/support/categories.ts'
import { cartDrawer, pressAddToCart } from '#test/support/shopper.ts'
import { ownCommerce, startOwnShop, type TestShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const LONG =
  'Обручальное кольцо-дорожка из белого золота с семнадцатью круглыми муассанитами высококачественнейшей огранки'

const BARE = { title: LONG, handle: 'bare-piece', prices: [] }
const PIN = {
  title: 'Plain pin',
  handle: 'plain-pin',
  prices: [{ currency_code: 'usd', amount: 90 }],
  images: ['tile-sets.webp'],
}

t.test(
  'a product without image, options and price has a page, and one with an image and no options is bought',
  async (t) => {
    const shop = await shopWith(t, [BARE, PIN])
    for (const width of [320, 1440]) {
      await visit(t, shop.url, { viewport: { width, height: 800 } }, async (page) => {
        await goTo(page, '/en/shop/product/bare-piece')
        t.equal(await page.getByRole('heading', { level: 1 }).innerText(), LONG)
        t.equal(await page.getByRole('main').getByText(LONG).count(), 3, 'in the place of its picture too')
        t.equal(await page.getByRole('button', { name: 'Add to cart' }).count(), 0)
        await page.getByText('isn’t available at the moment').waitFor()
        t.notMatch(await page.content(), '"@type":"Product"', 'search engines refuse a product without an offer')
        t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out')
      })
    }

    await visit(t, shop.url, async (page) => {
      await goTo(page, '/en/shop/product/plain-pin')
      t.match(await page.content(), '"@type":"Product"')
      t.equal(await page.getByRole('radio').count(), 0)
      t.equal(await page.getByRole('link', { name: /^Picture 1/ }).count(), 0)
      await page.getByRole('button', { name: 'Zoom', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Plain pin', exact: true })
      await dialog.waitFor()
      t.equal(await dialog.getByRole('button', { name: 'Next picture' }).count(), 0)
      await page.keyboard.press('Escape')
      await pressAddToCart(page)
      await cartDrawer(page).getByText('Plain pin').first().waitFor()
    })
  },
)

t.test(
  'a shopper sees the crossed-out price of the campaign while it runs, from the card to the cart, and its end',
  async (t) => {
    const operator = await createOperator(await ownCommerce())
    await operator.setSaleStatus('draft')
    t.teardown(() => operator.setSaleStatus('active'))
    const content = t.testdir()
    await cp('content', content, { recursive: true })
    const site = await readFile(join(content, 'site.yml'), 'utf8')
    const end = `${new Date().getUTCFullYear() + 1}-12-01T00:00+01:00`
    const campaign = `campaign: {name: Launch40, from: '2026-01-01T00:00Z', to: '${end}', referencePrice: formula}`
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
      await goTo(page, '/en/shop/product/round-stud-earrings')
      await page.getByText('40% off until 30 November').waitFor()
      const priced = await page.locator('main [aria-live]').first().innerText()
      t.match(priced, before)
      await pressAddToCart(page)
      const drawer = cartDrawer(page)
      await drawer.getByText(before).waitFor()
      const saved = money(Math.round((price * 40) / 60))
      t.equal(await drawer.getByLabel('You save, until 30 November', { exact: true }).innerText(), saved)
      await page.goto('/ru/shop/earrings')
      await page.getByText('−40 % по 30 ноября включительно').waitFor()
      await page.evaluate(() => localStorage.setItem('hasSeenLaunchPopup', 'not yet'))
      await page.goto('/en')
      await page.getByRole('dialog', { name: 'An early Black Friday' }).getByText('Until 30 November').waitFor()
    })
  },
)

interface OddProduct {
  title: string
  handle: string
  prices: { currency_code: string; amount: number }[]
  images?: string[]
}

async function shopWith(t: Test, products: readonly OddProduct[]): Promise<TestShop> {
  const commerce = await ownCommerce()
  const path = '/admin/sales-channels'
  const { sales_channels: channels } = await commerce.admin<{ sales_channels: { id: string }[] }>(path)
  for (const { title, handle, prices, images = [] } of products) {
    const body = {
      title,
      handle,
      status: 'published',
      images: images.map((url) => ({ url })),
      sales_channels: channels.map(({ id }) => ({ id })),
      options: [{ title: 'Piece', values: ['One'] }],
      variants: [{ title: 'One', options: { Piece: 'One' }, prices, manage_inventory: false }],
    }
    const { product } = await commerce.admin<{ product: { id: string } }>('/admin/products', { method: 'POST', body })
    t.teardown(() => commerce.admin(`/admin/products/${product.id}`, { method: 'DELETE' }))
  }
  const shop = await startOwnShop(t)
  for (const { handle } of products)
    await until(() => getJson(`${shop.url}/api/products/handle/${handle}`).catch(() => false))
  return shop
}
