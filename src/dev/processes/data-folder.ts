import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { StartError } from '#server/infra/start-error.ts'

import { identityOf, isRunning, readIdentity, takeLock, type ProcessIdentity } from './process-identity.ts'
import { DATABASE_TIMEOUT_MS, endProcess } from './run-process.ts'

const LOCK = 'lock.json'

/** Locked by one start at a time; records the processes that belong to it. */
export interface DataFolder {
  path: string
  logs: string
  /** A later start can then end the child if we are killed. */
  record: (name: string, pid: number) => void
  forget: (name: string) => void
  release: () => void
}

export async function waitForDataFolder(path: string, log: (line: string) => void): Promise<DataFolder> {
  for (;;) {
    while (holderOf(path)) await pause(100)
    try {
      return await openDataFolder(path, log)
    } catch (error) {
      // Another start locked the folder first.
      if (!(error instanceof StartError)) throw error
    }
  }
}

/** Ends the processes that a killed start left running. Throws StartError if another start uses the folder. */
export async function openDataFolder(path: string, log: (line: string) => void): Promise<DataFolder> {
  const run = join(path, 'run')
  const logs = join(path, 'logs')
  mkdirSync(path, { recursive: true })
  for (const folder of [run, logs]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  lockFolder(join(run, LOCK), path)
  const folder: DataFolder = {
    path,
    logs,
    record: (name, pid) =>
      writeFileSync(join(run, `${name}.json`), JSON.stringify(identityOf(pid) ?? { pid, started: '' })),
    forget: (name) => rmSync(join(run, `${name}.json`), { force: true }),
    release: () => rmSync(join(run, LOCK), { force: true }),
  }
  const orphans = await endOrphans(path)
  if (orphans.length > 0) log(`Ended what an earlier start left running: ${orphans.join(', ')}.`)
  return folder
}

export function holderOf(path: string): ProcessIdentity | undefined {
  const holder = readIdentity(join(path, 'run', LOCK))
  return holder && isRunning(holder) ? holder : undefined
}

/** The lock is read only once, since it may change meanwhile. */
export function wasKilled(path: string): boolean {
  const holder = readIdentity(join(path, 'run', LOCK))
  return holder !== undefined && !isRunning(holder)
}

export async function endOrphans(path: string): Promise<string[]> {
  const run = join(path, 'run')
  const ended: string[] = []
  // A killed start may not have created the folder yet.
  if (!existsSync(run)) return ended
  // Sorted, so that Medusa ends before its database.
  for (const file of readdirSync(run).toSorted()) {
    if (!file.endsWith('.json') || file === LOCK) continue
    const orphan = readIdentity(join(run, file))
    if (orphan && isRunning(orphan)) {
      await endProcess(orphan.pid, DATABASE_TIMEOUT_MS)
      ended.push(file.replace('.json', ''))
    }
    rmSync(join(run, file), { force: true })
  }
  return ended
}

function lockFolder(lock: string, path: string): void {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { isTaken, holder } = takeLock(lock)
    if (isTaken) return
    if (holder)
      throw new StartError(
        `Another start (process ${holder.pid}) already uses the data folder ${path}; stop it, or choose another folder with DATA_DIR.`,
      )
  }
  throw new StartError(`Another start took the data folder ${path} at the same moment; try again.`)
}
