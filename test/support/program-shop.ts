import type { Browser } from 'playwright'

import { launchChromium } from './chromium.ts'
import { startTestCommerce, type TestCommerce, type TestCommerceOptions } from './commerce.ts'
import { openShop, type OpenShop, type OpenShopOptions } from './open-shop.ts'
import type { Program } from './program.ts'

export async function openCommerce(t: Program, options: TestCommerceOptions): Promise<TestCommerce> {
  const commerce = await startTestCommerce(options)
  t.teardown(commerce.stop)
  return commerce
}

export async function openProgramShop(
  t: Program,
  name: string,
  options: Partial<OpenShopOptions> = {},
): Promise<OpenShop & { commerce: TestCommerce }> {
  const commerce = await openCommerce(t, { name })
  const shop = await openShop(commerce, { folder: 'storefront', ...options })
  t.teardown(shop.stop)
  return { ...shop, commerce }
}

export async function openBrowser(t: Program): Promise<Browser> {
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  return browser
}
