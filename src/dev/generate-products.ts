import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { StartError } from '#server/infra/start-error.ts'

import { ProcessFailure, runProcess } from './processes/run-process.ts'
import { COMMERCE_ENVIRONMENT, SCRIPT_ENVIRONMENT } from './shop-database.ts'

export interface GenerateOptions {
  commerceDir: string
  /** The database of a seeded shop; Medusa may be running on it. */
  databaseUrl: string
  /** How many to add. */
  products: number
  /** Where the log goes. */
  logs: string
  /** Told at the end, with a signature by `signingKey`, that the catalog has changed. */
  storefront?: { url: string; signingKey: string } | undefined
  /** Told how many of the products are there. */
  onProgress: (done: number) => void
}

/** One process does so many and goes: Medusa remembers every workflow that it has run. */
const PER_PROCESS = 1000

/**
 * Adds generated products to a shop: words in both languages, images, prices, the sale, stock.
 * @throws StartError
 */
export async function generateProducts(options: GenerateOptions): Promise<void> {
  const { products, storefront, onProgress } = options
  for (let begun = 0; begun < products; begun += PER_PROCESS) {
    const left = products - begun
    await generateSome({
      ...options,
      products: Math.min(left, PER_PROCESS),
      storefront: left > PER_PROCESS ? undefined : storefront,
      onProgress: (done) => onProgress(begun + done),
    })
  }
}

async function generateSome(options: GenerateOptions): Promise<void> {
  const { commerceDir, databaseUrl, products, logs, storefront, onProgress } = options
  mkdirSync(logs, { recursive: true })
  const log = join(logs, 'generate.log')
  const env = {
    ...COMMERCE_ENVIRONMENT,
    ...SCRIPT_ENVIRONMENT,
    DATABASE_URL: databaseUrl,
    BACKEND_SIGNING_KEY: storefront?.signingKey ?? '',
  }
  const args = [join(commerceDir, 'bin/run-script.ts'), 'generate-products.js', String(products), storefront?.url ?? '']
  const run = { command: process.execPath, args, cwd: commerceDir, log, env, channel: true as const }
  try {
    await runProcess(run, { onMessage: (message) => onProgress(doneOf(message)) })
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error
    throw new StartError(`The products could not be added; the reason is at the end of ${log}.`, { cause: error })
  }
}

function doneOf(message: unknown): number {
  return typeof message === 'object' && message !== null && 'done' in message ? Number(message.done) : 0
}
