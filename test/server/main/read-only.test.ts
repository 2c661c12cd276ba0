import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { shopEnvironment } from '#test/support/open-shop.ts'
import { cannotMount, readOnlySystem } from '#test/support/read-only.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

const PRODUCT = '/en/shop/product/round-halo-ring'
/** Probes call an address of the pod instead. */
const PUBLIC_URL = 'https://shop.example'
const skip = cannotMount()

t.test('an orchestrator runs the storefront as any user, with a read-only file system', { skip }, async (t) => {
  const commerce = await sharedCommerce()
  const { within, volumes } = await readOnlySystem(t, ['data', 'tmp'])
  const shop = startShopProcess(t, {
    within,
    env: {
      ...shopEnvironment(commerce, 'unused'),
      PUBLIC_URL,
      DATA_DIR: volumes.data,
      TMPDIR: volumes.tmp,
      HOME: '/nonexistent',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(volumes.data, 'compiled'),
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
    },
  })
  const url = await shop.ready()
  const statusOf = async (path: string) => (await fetch(url + path.replace(PUBLIC_URL, ''))).status

  const page = await (await fetch(url + PRODUCT)).text()
  const [resized = ''] = /\/_image\/[^"\s]+/.exec(page) ?? []
  const [, shared = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? []
  for (const path of ['/healthz', '/readyz', PRODUCT, resized, shared]) t.equal(await statusOf(path), 200, path)
  const files = await readdir(volumes.data)
  for (const name of ['catalog', 'compiled', 'images']) t.ok(files.includes(name), `${name} is in DATA_DIR`)

  // Readiness ends first, so that the load balancer sends no more requests while those that arrive are still answered.
  process.kill(shop.pid, 'SIGTERM')
  await until(async () => (await statusOf('/readyz')) === 503)
  t.same([await statusOf('/healthz'), await statusOf(PRODUCT)], [200, 200], 'it still serves while it drains')
  t.equal(await shop.exited, 0)
  t.notMatch(shop.output(), /EROFS|EACCES|EPERM/)
})
