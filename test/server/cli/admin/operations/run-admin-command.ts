import { execFile } from 'node:child_process'
import { join } from 'node:path'

import type { Backend } from '#test/support/commerce.ts'

const PROGRAM = join(import.meta.dirname, '../../../../../src/server/cli/admin/admin-command.ts')

export interface Printed {
  code: number
  /** Standard output. */
  out: string
  /** Standard error. */
  err: string
}

/** Runs `npm run admin` with the given arguments, without a terminal. */
export function adminOf(commerce: Backend) {
  return async (args: string, { env = {}, input }: { env?: Record<string, string>; input?: object } = {}) =>
    new Promise<Printed>((resolve) => {
      const settings = { MEDUSA_URL: commerce.medusaUrl, MEDUSA_ADMIN_KEY: commerce.adminKey, ...env }
      const options = { env: { PATH: process.env['PATH'], ...settings } }
      const child = execFile(process.execPath, [PROGRAM, ...args.split(' ')], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      )
      child.stdin?.end(input === undefined ? '' : JSON.stringify(input))
    })
}
