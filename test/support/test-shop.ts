import rootTest, { type Test } from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { startTestCommerce, type Backend, type TestCommerce } from '#test/support/commerce.ts'
import { openShop, type OpenShop, type OpenShopOptions } from '#test/support/open-shop.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

export interface TestShop<Commerce extends Backend = Backend> extends OpenShop {
  commerce: Commerce
}

type TestShopOptions = Omit<OpenShopOptions, 'folder'>

interface OwnBackend {
  commerce: TestCommerce
  /** Storefront that Medusa notifies of changes. */
  storefrontPort: number
}

let ownBackend: Promise<OwnBackend> | undefined
let shops = 0

/**
 * Opens the production build on a free port over a real Medusa with the sample shop, which tests must not change. A
 * test that buys takes stock from other tests and needs `startOwnShop`. The storefront is the test's own and closes
 * with it.
 */
export async function startShop(t: Test, options: TestShopOptions = {}): Promise<TestShop> {
  return open(t, await sharedCommerce(), options)
}

/**
 * The same over a backend of this test file's own, which the test may change or stop. It notifies the first storefront
 * of the file of every change.
 */
export async function startOwnShop(
  t: Test,
  { env, ...options }: TestShopOptions = {},
): Promise<TestShop<TestCommerce>> {
  const { commerce, storefrontPort } = await (ownBackend ??= startBackend())
  const PORT = String(shops === 0 ? storefrontPort : 0)
  return open(t, commerce, { ...options, env: { PORT, ...env } })
}

/** The backend of this test file's own, started on first use and stopped when the file ends. */
export async function ownCommerce(): Promise<TestCommerce> {
  return (await (ownBackend ??= startBackend())).commerce
}

async function open<Commerce extends Backend>(
  t: Test,
  commerce: Commerce,
  options: TestShopOptions,
): Promise<TestShop<Commerce>> {
  shops += 1
  const shop = await openShop(commerce, { ...options, folder: `storefront-${shops}` })
  t.teardown(shop.stop)
  return { ...shop, commerce }
}

async function startBackend(): Promise<OwnBackend> {
  const storefrontPort = await freePort(0, 'PORT')
  const commerce = await startTestCommerce({ name: 'own-shop', storefrontUrl: `http://127.0.0.1:${storefrontPort}` })
  rootTest.teardown(() => commerce.stop())
  return { commerce, storefrontPort }
}
