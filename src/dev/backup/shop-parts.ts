import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { inheritedEnvironment } from '#dev/processes/run-process.ts'
import { CommandError } from '#server/cli/operator-command.ts'
import type { Config } from '#server/config.ts'

/** What a backup holds of the data folder, besides the embedded database. The rest is rebuilt at a start. */
export const KEPT_FILES = ['secret', 'commerce-secrets.json', 'outbox']

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

/** Returns the parts of the shop that the settings name. */
export function shopParts({ backend, databaseUrl, commerce, dataDir, contentDir }: Config, uploads?: string) {
  const databases = { storefront: databaseUrl, commerce: commerce.databaseUrl }
  return {
    isEmbedded: !backend && !commerce.databaseUrl,
    databases: Object.entries(databases).flatMap(([name, url]) => (url ? [{ name, url }] : [])),
    folders: { data: dataDir, uploads: resolve(uploads ?? join(dataDir, 'uploads')), content: contentDir },
  }
}

export function timeInName(): string {
  return `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Runs a program on a database, without the password in its command line. */
export async function runOnDatabase(program: string, databaseUrl: string, args: string[]): Promise<void> {
  const url = new URL(databaseUrl)
  const PGPASSWORD = decodeURIComponent(url.password)
  url.password = ''
  await run(program, [...args, `--dbname=${url.href}`], PGPASSWORD ? { PGPASSWORD } : {})
}

/** Files of a running shop may change; GNU tar archives them and exits with 1. */
const CHANGED = /^(tar: .*: (file changed as we read it|File removed before we read it)\n)+$/

/** @throws CommandError with what the program printed */
export async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  try {
    await promisify(execFile)(program, args, {
      env: { ...inheritedEnvironment(), LC_ALL: 'C.UTF-8', ...env },
      maxBuffer: 2 ** 26,
      signal: interruption.signal,
    })
  } catch (cause) {
    const { code, stderr = '', name } = cause as { code?: unknown; stderr?: string; name: string }
    if (code === 1 && CHANGED.test(stderr)) return
    if (name === 'AbortError') throw new CommandError('Interrupted.', { cause })
    const packaged = program === 'tar' ? program : 'postgresql-client, in the version of the server'
    throw new CommandError(
      code === 'ENOENT'
        ? `${program} is not installed. Install the package ${packaged}.`
        : `${program} failed: ${stderr.trim()}`,
      { cause },
    )
  }
}
