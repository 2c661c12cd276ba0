import { join } from 'node:path'

import type { Test } from 'tap'

import type { Backend } from '#test/support/commerce.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { createShopFolder, type ShopFolder } from '#test/support/shop-folder.ts'
import { startShopProcess, type ShopProcess } from '#test/support/shop-process.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** An embedded backend of its own is seeded first, which takes half a minute where nothing else runs. */
const SEEDING_MS = 300_000

export interface DevShop {
  /** Without a trailing slash. */
  url: string
  process: ShopProcess
  /** What it runs from: a copy, so that an edit never reaches this project, even where the test is killed. */
  folder: ShopFolder
}

interface DevShopOptions {
  /** An empty folder for the copy. */
  path: string
  /** Without one the shop starts the embedded backend. */
  commerce?: Backend
  env?: Record<string, string>
}

/** Starts what `npm run dev` starts, in a copy of the project; it ends with the test. */
export async function startDevShop(
  t: Pick<Test, 'teardown'>,
  { path, commerce, env = {} }: DevShopOptions,
): Promise<DevShop> {
  const folder = await createShopFolder(path, { isBuilt: false })
  // The packages lie outside the copy, and what Vite prepares of them must not lie with those of the project.
  const places = `cacheDir: ${JSON.stringify(join(path, '.vite'))}, server: { fs: { allow: ${JSON.stringify([path, ROOT])} } }`
  await folder.edit('vite.config.ts', '  root,\n', `  root,\n  ${places},\n`)
  const settings = commerce ? { ...shopEnvironment(commerce, 'development'), LOG_LEVEL: 'info' } : {}
  const shop = startShopProcess(t, {
    cwd: path,
    args: ['--dev'],
    env: { ...settings, ...env, NODE_ENV: 'development' },
  })
  return { url: await shop.ready(commerce ? undefined : SEEDING_MS), process: shop, folder }
}
