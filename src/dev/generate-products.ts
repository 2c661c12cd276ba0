import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { StartError } from '#server/infra/start-error.ts'

import { ProcessFailure, runProcess } from './processes/run-process.ts'
import { commerceProgram, SCRIPT_ENVIRONMENT } from './shop-database.ts'

export interface GenerateOptions {
  commerceDir: string
  /** Of a seeded shop; Medusa may be running on it. */
  databaseUrl: string
  products: number
  logs: string
  /** Notified at the end, with a request signed with `signingKey`. */
  storefront?: { url: string; signingKey: string } | undefined
  onProgress: (done: number) => void
}

/** Medusa keeps every workflow that it has run in memory, so a new process starts after this many products. */
const PER_PROCESS = 1000

/** Throws StartError. */
export async function generateProducts(options: GenerateOptions): Promise<void> {
  const { products, storefront, onProgress } = options
  for (let start = 0; start < products; start += PER_PROCESS) {
    const left = products - start
    await generateBatch({
      ...options,
      products: Math.min(left, PER_PROCESS),
      storefront: left > PER_PROCESS ? undefined : storefront,
      onProgress: (done) => onProgress(start + done),
    })
  }
}

async function generateBatch(options: GenerateOptions): Promise<void> {
  const { commerceDir, databaseUrl, products, logs, storefront, onProgress } = options
  mkdirSync(logs, { recursive: true })
  const log = join(logs, 'generate.log')
  const env = {
    ...SCRIPT_ENVIRONMENT,
    DATABASE_URL: databaseUrl,
    BACKEND_SIGNING_KEY: storefront?.signingKey ?? '',
  }
  const args = ['run-script.ts', 'generate-products.js', String(products), storefront?.url ?? '']
  try {
    await runProcess(commerceProgram(commerceDir, args, { log, env }), {
      onMessage: (message) => onProgress(doneOf(message)),
    })
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error
    throw new StartError(`The products could not be added; the reason is at the end of ${log}.`, { cause: error })
  }
}

function doneOf(message: unknown): number {
  return typeof message === 'object' && message !== null && 'done' in message ? Number(message.done) : 0
}
