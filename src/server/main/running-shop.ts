import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where scripts find the sample shop that runs on a data folder. */
export interface RunningShop {
  /** Of the commerce backend. */
  databaseUrl: string
  /** Of the storefront's own tables. */
  storefrontDatabaseUrl: string
  storefrontUrl?: string | undefined
  /** Its Medusa, and the key of its staff API, which is drawn for each data folder. */
  backOffice: { url: string; key: string }
}

export function writeRunningShop(dataDir: string, shop: RunningShop): void {
  // A file that is there already would keep its mode.
  forgetRunningShop(dataDir)
  writeFileSync(fileIn(dataDir), JSON.stringify(shop), { mode: 0o600 })
}

/** @returns undefined where none runs */
export function readRunningShop(dataDir: string): RunningShop | undefined {
  return existsSync(fileIn(dataDir)) ? (JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RunningShop) : undefined
}

export function forgetRunningShop(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'running-shop.json')
}
