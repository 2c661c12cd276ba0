import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { BackendError } from '#server/medusa/backend-error.ts'

import { asMessage, OperationError } from './compensation/carry-out.ts'

export interface ProductImportOptions {
  /** Asked before anything is changed; without it the answer is yes. */
  confirm?: (summary: HttpTypes.AdminImportProductsResponse['summary']) => Promise<boolean>
  /** Told what is being done. */
  log?: (step: string) => void
  /** Milliseconds until a confirmed import is given up on; it may still come to its end. */
  patienceMs?: number
}

const PATIENCE_MS = 10 * 60_000
const PAUSE_MS = 250
const PROGRESS_EVERY_MS = 10_000

/**
 * Reads a CSV file as products, which the backend then makes and changes in the background, all or none.
 * @returns how many it makes and changes; undefined where the answer was no
 * @throws BackendError for a file that cannot be read as products; OperationError where the import failed, took too
 * long, or cannot be followed to its end
 */
export async function importProducts(
  admin: StaffApi,
  file: File,
  { confirm, log = () => {}, patienceMs = PATIENCE_MS }: ProductImportOptions = {},
): Promise<HttpTypes.AdminImportProductsResponse['summary'] | undefined> {
  log(`Sending ${file.name}, ${Math.ceil(file.size / 1024)} kB…`)
  const sent = nameOnce(file)
  const { transaction_id, summary } = await admin.product.createImport({ file: sent })
  if (confirm && !(await confirm(summary))) return undefined
  log(`Making ${summary.toCreate} products and changing ${summary.toUpdate}…`)
  await admin.product.confirmImport(transaction_id).catch((error: unknown) => {
    // Its end will tell whether it was begun.
    if (!(error instanceof BackendError) || !error.mayHaveWorked) throw error
    log(`${asMessage(error)} Looking whether it was begun…`)
  })
  if (!(await hasWorked(admin, { name: file.name, sentAs: sent.name, log, patienceMs })))
    throw new OperationError(`The import of ${file.name} failed and was taken back; the backend's log says why.`)
  return summary
}

/** The backend tells of the end by the file's name alone: of two files with one name, it could be either. */
function nameOnce(file: File): File {
  const dot = file.name.lastIndexOf('.')
  const [name, extension] = dot > 0 ? [file.name.slice(0, dot), file.name.slice(dot)] : [file.name, '']
  return new File([file], `${name}-${randomUUID()}${extension}`, { type: file.type || 'text/csv' })
}

interface Following extends Required<Pick<ProductImportOptions, 'log' | 'patienceMs'>> {
  name: string
  sentAs: string
}

async function hasWorked(admin: StaffApi, following: Following): Promise<boolean> {
  const { name, sentAs, log, patienceMs } = following
  const begun = Date.now()
  let texts = 1
  for (;;) {
    const reported = await readEnd(admin, following)
    if (reported) return !/fail/i.test(reported.replace(sentAs, ''))
    const waited = Date.now() - begun
    if (waited > patienceMs)
      throw new OperationError(`The import of ${name} has not ended yet; look for its products later.`)
    if (waited > texts * PROGRESS_EVERY_MS) {
      log(`…still at it, ${Math.round(waited / 1000)} s so far`)
      texts += 1
    }
    await sleep(PAUSE_MS)
  }
}

/**
 * Nothing is left of an import that has ended, but a line among the staff's notifications.
 * @returns undefined where it is not there yet, and where the backend is away for a moment
 */
async function readEnd({ notification }: StaffApi, { name, sentAs }: Following): Promise<string | undefined> {
  try {
    const { notifications } = await notification.list({ order: '-created_at', limit: 20, fields: 'id,data' })
    return notifications.map(({ data }) => String(data?.['description'])).find((text) => text.includes(sentAs))
  } catch (error) {
    if (error instanceof BackendError && error.isUnavailable) return undefined
    const message = `The import of ${name} goes on, but cannot be followed; look for its products later`
    throw new OperationError(`${message}: ${asMessage(error)}`, { cause: error })
  }
}
