import type { Locator, Page } from 'playwright'
import type { Test } from 'tap'

import { hydrated, seeHeading, type VisitOptions } from './browser.ts'
import { findRing, type Choice } from './categories.ts'
import { MEASURERS, openMeasuringWorld, SHOP_ORIGIN, type TrackedEvent } from './measuring-world.ts'
import { cartDrawer, choose, pressAddToCart } from './shopper.ts'
import { startShop, type TestShop } from './test-shop.ts'

export const PIXEL_ID = '1234567890'
export const TOKEN = 'a1b2c3d4'
const ENV = {
  PUBLIC_URL: SHOP_ORIGIN,
  MIXPANEL_TOKEN: TOKEN,
  PIXELS: JSON.stringify([{ id: PIXEL_ID, autoconfig: false, pageView: '**/shop/**' }]),
}
export const MEASURED: VisitOptions = {
  expected: MEASURERS.map((origin) => new RegExp(`^request to another place .*: ${origin}/`)),
}
/** Events are sent every five seconds and recordings every ten. After this time, all of them have been sent. */
export const ROUND_MS = 10_000
export const PATIENCE_MS = 30_000

export async function openMeasuredShop(t: Test, env: Record<string, string> = {}) {
  const shop = await startShop(t, { env: { ...ENV, ...env } })
  const ring = await findRing(shop.url)
  const world = await openMeasuringWorld(t, shop.url)
  return { ...world, shop, ring, productPath: `/en/shop/product/${ring.product.handle}?fbclid=click-1` }
}

export async function lookAround(page: Page, ring: Choice): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Rings', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Rings', exact: true }).waitFor()
  // The mega menu is open under the pointer, and covers the page.
  await page.mouse.move(0, 0)
  await page.goBack()
  await seeHeading(page, ring.product.title)
  await hydrated(page)
  await addToCart(page, ring)
  const drawer = cartDrawer(page)
  await drawer.getByRole('button', { name: /^Increase quantity of/ }).click()
  await drawer.getByRole('button', { name: /^Remove/ }).click()
  await drawer.getByText('Your cart is empty').waitFor()
  await page.keyboard.press('Escape')
}

export async function addToCart(page: Page, ring: Choice): Promise<void> {
  await choose(page, ring)
  await pressAddToCart(page)
  await cartDrawer(page)
    .getByRole('button', { name: /^Increase quantity of/ })
    .waitFor()
}

export function privacyBar(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Your privacy' })
}

export async function changeToNo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Privacy choices' }).click()
  await privacyBar(page).getByRole('button', { name: 'Reject' }).click()
}

export async function choicesOnRecord({ app }: TestShop) {
  return app.database.query<{ choice: string; version: string; browser: string }>(
    'SELECT choice, version, browser FROM consent_records ORDER BY number',
  )
}

interface MixpanelEvent {
  event: string
  properties: Record<string, unknown>
}

export function eventsIn({ url, body }: TrackedEvent): MixpanelEvent[] {
  return url.pathname === '/track/' ? ([body].flat() as MixpanelEvent[]) : []
}
