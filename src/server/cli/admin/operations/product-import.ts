import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { BackendError } from '#server/medusa/backend-error.ts'

import { asSentence, OperationError } from './compensation.ts'

export interface ProductImportOptions {
  /** Called before anything is changed; false cancels the import. By default the import continues. */
  confirm?: (summary: HttpTypes.AdminImportProductsResponse['summary']) => Promise<boolean>
  /** Prints a line of progress. */
  log?: (step: string) => void
  /** Milliseconds to wait for a confirmed import, which may continue afterwards. */
  patienceMs?: number
}

const PATIENCE_MS = 10 * 60_000
const PAUSE_MS = 250
const PROGRESS_EVERY_MS = 10_000

/**
 * Imports products from a CSV file. The backend creates and updates them in the background, all or none.
 * @returns how many products it creates and updates; undefined if the operator cancelled
 * @throws BackendError for a file that holds no products; OperationError if the import failed, took too long, or cannot
 * be followed to its end
 */
export async function importProducts(
  admin: StaffApi,
  file: File,
  { confirm, log = () => {}, patienceMs = PATIENCE_MS }: ProductImportOptions = {},
): Promise<HttpTypes.AdminImportProductsResponse['summary'] | undefined> {
  log(`Sending ${file.name}, ${Math.ceil(file.size / 1024)} kB…`)
  const sent = withUniqueName(file)
  const { transaction_id, summary } = await admin.product.createImport({ file: sent })
  if (confirm && !(await confirm(summary))) return undefined
  log(`Making ${summary.toCreate} products and changing ${summary.toUpdate}…`)
  await admin.product.confirmImport(transaction_id).catch((error: unknown) => {
    // The notification about the import's end shows whether it was started.
    if (!(error instanceof BackendError) || !error.mayHaveWorked) throw error
    log(`${asSentence(error)} Looking whether it was begun…`)
  })
  if (!(await waitForEnd(admin, { name: file.name, sentAs: sent.name, log, patienceMs })))
    throw new OperationError(`The import of ${file.name} failed and was taken back; the backend's log says why.`)
  return summary
}

/** The backend's notification names only the file, so the name has to be unique. */
function withUniqueName(file: File): File {
  const dot = file.name.lastIndexOf('.')
  const [name, extension] = dot > 0 ? [file.name.slice(0, dot), file.name.slice(dot)] : [file.name, '']
  return new File([file], `${name}-${randomUUID()}${extension}`, { type: file.type || 'text/csv' })
}

interface ImportInProgress extends Required<Pick<ProductImportOptions, 'log' | 'patienceMs'>> {
  name: string
  sentAs: string
}

/** @returns whether the import succeeded */
async function waitForEnd(admin: StaffApi, running: ImportInProgress): Promise<boolean> {
  const { name, sentAs, log, patienceMs } = running
  const begun = Date.now()
  let notices = 1
  for (;;) {
    const notification = await readNotification(admin, running)
    if (notification) return !/fail/i.test(notification.replace(sentAs, ''))
    const waited = Date.now() - begun
    if (waited > patienceMs)
      throw new OperationError(`The import of ${name} has not ended yet; look for its products later.`)
    if (waited > notices * PROGRESS_EVERY_MS) {
      log(`…still at it, ${Math.round(waited / 1000)} s so far`)
      notices += 1
    }
    await sleep(PAUSE_MS)
  }
}

/**
 * Reads the outcome of an import. An import that has ended leaves only a notification to the staff.
 * @returns undefined if the notification does not exist yet, or the backend is temporarily unavailable
 */
async function readNotification(
  { notification }: StaffApi,
  { name, sentAs }: ImportInProgress,
): Promise<string | undefined> {
  try {
    const { notifications } = await notification.list({ order: '-created_at', limit: 20, fields: 'id,data' })
    return notifications.map(({ data }) => String(data?.['description'])).find((text) => text.includes(sentAs))
  } catch (error) {
    if (error instanceof BackendError && error.isUnavailable) return undefined
    const message = `The import of ${name} goes on, but cannot be followed; look for its products later`
    throw new OperationError(`${message}: ${asSentence(error)}`, { cause: error })
  }
}
