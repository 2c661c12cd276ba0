import rootTest, { type Test } from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { startTestCommerce, type TestCommerce } from '#test/support/commerce.ts'
import { openShop, type OpenShop, type OpenShopOptions } from '#test/support/open-shop.ts'

export interface TestShop extends OpenShop {
  commerce: TestCommerce
}

interface Backend {
  commerce: TestCommerce
  /** Medusa tells this one of its changes. */
  storefrontPort: number
}

let backend: Promise<Backend> | undefined
let shops = 0

/**
 * Opens the shop as shoppers meet it: the production build on a free port, over a real Medusa with the sample
 * shop. The backend is one for a test file; the storefront is the test's own and closes with it.
 */
export async function startShop(t: Test, options: Omit<OpenShopOptions, 'folder'> = {}): Promise<TestShop> {
  const { commerce, storefrontPort } = await sharedBackend()
  shops += 1
  const PORT = String(shops === 1 ? storefrontPort : 0)
  const shop = await openShop(commerce, { ...options, folder: `storefront-${shops}`, env: { PORT, ...options.env } })
  t.teardown(shop.stop)
  return { ...shop, commerce }
}

/** The backend of this test file, started when first asked for and stopped when the file ends. */
export async function testCommerce(): Promise<TestCommerce> {
  return (await sharedBackend()).commerce
}

async function sharedBackend(): Promise<Backend> {
  backend ??= startBackend()
  return backend
}

async function startBackend(): Promise<Backend> {
  const storefrontPort = await freePort(0, 'PORT')
  const commerce = await startTestCommerce({ name: 'shop', storefrontUrl: `http://127.0.0.1:${storefrontPort}` })
  rootTest.teardown(() => commerce.stop())
  return { commerce, storefrontPort }
}
