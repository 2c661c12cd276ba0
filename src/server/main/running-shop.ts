import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The addresses and credentials of the sample shop that runs on a data folder, for scripts. */
export interface RunningShop {
  /** The commerce backend's database. */
  databaseUrl: string
  /** The database with the storefront's own tables. */
  storefrontDatabaseUrl: string
  storefrontUrl?: string
  /** Its Medusa, and the key of the Admin API, which is generated for each data folder. */
  backOffice: { url: string; key: string }
}

export function writeRunningShop(dataDir: string, shop: RunningShop): void {
  // `mode` applies only to a new file.
  forgetRunningShop(dataDir)
  writeFileSync(fileIn(dataDir), JSON.stringify(shop), { mode: 0o600 })
}

/** @returns undefined if no sample shop runs */
export function readRunningShop(dataDir: string): RunningShop | undefined {
  return existsSync(fileIn(dataDir)) ? (JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RunningShop) : undefined
}

export function forgetRunningShop(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'running-shop.json')
}
