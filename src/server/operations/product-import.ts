import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/commerce/back-office/staff-api.ts'

import { OperationError } from './operation-error.ts'

export interface ProductImportOptions {
  /** Asked before anything is changed; without it the answer is yes. */
  confirm?: (summary: HttpTypes.AdminImportProductsResponse['summary']) => Promise<boolean>
  /** Told what is being done. */
  say?: (step: string) => void
  /** Milliseconds until a confirmed import is given up on; it may still come to its end. */
  patienceMs?: number
}

const PATIENCE_MS = 10 * 60_000
const PAUSE_MS = 250
const WORD_EVERY_MS = 10_000

/**
 * Reads a CSV file as products, which the backend then makes and changes in the background, all or none.
 * @returns how many it makes and changes; undefined where the answer was no
 * @throws BackendError for a file that cannot be read as products; OperationError where the import failed, or took too long
 */
export async function importProducts(
  admin: StaffApi,
  file: File,
  { confirm, say = () => {}, patienceMs = PATIENCE_MS }: ProductImportOptions = {},
): Promise<HttpTypes.AdminImportProductsResponse['summary'] | undefined> {
  say(`Sending ${file.name}, ${Math.ceil(file.size / 1024)} kB…`)
  const sent = nameOnce(file)
  const { transaction_id, summary } = await admin.product.createImport({ file: sent })
  if (confirm && !(await confirm(summary))) return undefined
  say(`Making ${summary.toCreate} products and changing ${summary.toUpdate}…`)
  await admin.product.confirmImport(transaction_id)
  if (!(await hasWorked(admin, sent.name, { say, patienceMs })))
    throw new OperationError(`The import of ${file.name} failed and was taken back; the backend's log says why.`)
  return summary
}

/** The backend tells of the end by the file's name alone: of two files with one name, it could be either. */
function nameOnce(file: File): File {
  const dot = file.name.lastIndexOf('.')
  const [name, extension] = dot > 0 ? [file.name.slice(0, dot), file.name.slice(dot)] : [file.name, '']
  return new File([file], `${name}-${randomUUID()}${extension}`, { type: file.type || 'text/csv' })
}

/** Nothing is left of an import that has ended, but a line among the staff's notifications. */
async function hasWorked(
  { notification }: StaffApi,
  fileName: string,
  { say, patienceMs }: Required<Pick<ProductImportOptions, 'say' | 'patienceMs'>>,
): Promise<boolean> {
  const begun = Date.now()
  let words = 1
  for (;;) {
    const { notifications } = await notification.list({ order: '-created_at', limit: 20, fields: 'id,data' })
    const told = notifications.map(({ data }) => String(data?.['description'])).find((text) => text.includes(fileName))
    if (told) return !/fail/i.test(told.replace(fileName, ''))
    const waited = Date.now() - begun
    if (waited > patienceMs)
      throw new OperationError(`The import of ${fileName} has not ended yet; look for its products later.`)
    if (waited > words * WORD_EVERY_MS) {
      say(`…still at it, ${Math.round(waited / 1000)} s so far`)
      words += 1
    }
    await sleep(PAUSE_MS)
  }
}
