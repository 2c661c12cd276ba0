import { join } from 'node:path'

import type { Test } from 'tap'

import type { Backend } from '#test/support/commerce.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { createShopFolder } from '#test/support/shop-folder.ts'
import { startShopProcess } from '#test/support/shop-process.ts'

export type DevShop = Awaited<ReturnType<typeof startDevShop>>

/** Includes seeding an embedded backend, which takes half a minute on an idle machine. */
const SEEDING_MS = 300_000

interface DevShopOptions {
  path: string
  commerce?: Backend
  env?: Record<string, string>
}

export async function startDevShop(t: Pick<Test, 'teardown'>, { path, commerce, env = {} }: DevShopOptions) {
  const folder = await createShopFolder(path, { isBuilt: false })
  // The packages are the project's, and Vite's cache of them must not mix with its own.
  await folder.edit('vite.config.ts', '  root,\n', `  root,\n  cacheDir: ${JSON.stringify(join(path, '.vite'))},\n`)
  const settings = commerce
    ? { ...shopEnvironment(commerce, 'development'), LOG_LEVEL: 'info', LOG_FORMAT: 'pretty' }
    : {}
  const shop = startShopProcess(t, {
    cwd: path,
    args: ['--dev'],
    env: { ...settings, ...env, NODE_ENV: 'development' },
  })
  return { url: await shop.ready(commerce ? undefined : SEEDING_MS), process: shop, folder }
}
