import rootTest, { type Test } from 'tap'

import { freePort } from '#dev/processes/ports.ts'

import { leaseCommerce } from './commerce-pool.ts'
import { SHARED_SHOP, startTestCommerce, type Backend } from './commerce.ts'
import { openShop, type OpenShop, type OpenShopOptions } from './open-shop.ts'
import { sharedCommerce } from './shared-commerce.ts'
import { untilRead } from './until-catalog.ts'

export interface TestShop extends OpenShop {
  commerce: Backend
}

type TestShopOptions = Omit<OpenShopOptions, 'folder'>

interface OwnBackend {
  commerce: Backend
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
 * A storefront like that of `startShop` for tests that only visit it with browsers: one for all files of a run, in a
 * process of its own, if the run has one. Each file visits it from a network of its own; see `visit`.
 */
export async function visitShop(t: Test): Promise<Pick<TestShop, 'url'>> {
  const url = process.env[SHARED_SHOP]
  return url === undefined ? startShop(t) : { url }
}

/**
 * The same over a backend of this test file's own, which the test may change. It notifies the first storefront of the
 * file of every change.
 */
export async function startOwnShop(t: Test, { env, ...options }: TestShopOptions = {}): Promise<TestShop> {
  const { commerce, storefrontPort } = await (ownBackend ??= startBackend())
  const PORT = String(shops === 0 ? storefrontPort : 0)
  return open(t, commerce, { ...options, env: { PORT, ...env } })
}

/**
 * The backend of this test file's own, with the freshly seeded shop: one of the run's pool, or else one that is started
 * on first use and stopped when the file ends. It notifies a storefront on `storefrontPort`. A test that stops Medusa
 * needs `startTestCommerce`.
 */
export async function ownCommerce(): Promise<Backend & { storefrontPort: number }> {
  const { commerce, storefrontPort } = await (ownBackend ??= startBackend())
  return { ...commerce, storefrontPort }
}

async function open(t: Test, commerce: Backend, options: TestShopOptions): Promise<TestShop> {
  shops += 1
  const shop = await openShop(commerce, { ...options, folder: `storefront-${shops}` })
  t.teardown(shop.stop)
  await untilRead(shop.app)
  return { ...shop, commerce }
}

async function startBackend(): Promise<OwnBackend> {
  const leased = await leaseCommerce()
  if (leased) {
    rootTest.teardown(leased.release)
    return { commerce: leased, storefrontPort: leased.storefrontPort }
  }
  const storefrontPort = await freePort(0, 'PORT')
  const commerce = await startTestCommerce({ name: 'own-shop', storefrontUrl: `http://127.0.0.1:${storefrontPort}` })
  rootTest.teardown(() => commerce.stop())
  return { commerce, storefrontPort }
}
