import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { environmentOfImage } from '#test/prove/image/dockerfile.ts'
import { getJson } from '#test/support/categories.ts'
import type { Program } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'

import type { Watched, WatchRequest } from './watch-process.ts'

export type WatchedShop = Awaited<ReturnType<typeof startWatchedShop>>

export interface ShopStatus {
  catalog: { version: string; age: number; products: number; currencies: string[] }
  pages: { pages: number; bytes: number }
}

const ROOT = join(import.meta.dirname, '../../..')
const WATCH = join(import.meta.dirname, 'watch-process.ts')
const READ_MS = 240_000
export const SHOP_SECRET = 'a secret of this bench alone, and no other'

interface WatchedShopOptions {
  dataDir: string
  medusaUrl: string
  publishableKey: string
  pageCacheMb: number
  env?: Record<string, string>
}

/** Starts the production build. Without a saved catalog, the shop is ready when it has read the backend. */
export async function startWatchedShop(t: Program, options: WatchedShopOptions) {
  const began = performance.now()
  const child = fork('server.ts', {
    cwd: ROOT,
    execArgv: ['--import', WATCH],
    stdio: ['ignore', 'pipe', 2, 'ipc'],
    env: { ...environmentOfImage(options.dataDir), PATH: process.env['PATH'], ...settings(options) },
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const over = once(child, 'exit')
    child.kill('SIGTERM')
    await over
  }
  t.teardown(stop)
  const output: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const url = await until(() => {
    if (child.exitCode !== null) throw new Error(`the shop ended before it was ready:\n${output.join('')}`)
    return /storefront ready on (\S+)/.exec(output.join(''))?.[1]
  }, READ_MS)
  await until(async () => (await fetch(`${url}/readyz`)).status === 200, READ_MS)
  const readyMs = performance.now() - began

  return {
    url,
    readyMs,
    status: () => getJson<ShopStatus>(`${url}/readyz`),
    async watch(query: WatchRequest) {
      const answer = once(child, 'message') as Promise<[Watched]>
      child.send(query)
      return (await answer)[0]
    },
    stop,
  }
}

function settings({
  dataDir,
  medusaUrl,
  publishableKey,
  pageCacheMb,
  env,
}: WatchedShopOptions): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    DRAIN_SECONDS: '0',
    DATA_DIR: dataDir,
    MEDUSA_URL: medusaUrl,
    MEDUSA_PUBLISHABLE_KEY: publishableKey,
    // A missing database stops emails, and no pages.
    DATABASE_URL: 'postgres://unused.invalid/shop',
    SECRET: SHOP_SECRET,
    // Full reads happen only on request.
    CATALOG_REFRESH_SECONDS: '3600',
    PAGE_CACHE_MB: String(pageCacheMb),
    LOG_LEVEL: 'error',
    ...env,
  }
}
