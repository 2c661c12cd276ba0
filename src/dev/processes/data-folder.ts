import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { StartError } from '#server/infra/start-error.ts'

import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts'
import { DATABASE_PATIENCE, endProcess } from './run-process.ts'

const LOCK = 'lock.json'

/** A folder that one start at a time uses, with a note of every process that belongs to it. */
export interface DataFolder {
  path: string
  logs: string
  /** Notes a process of ours, so that a later start can end it should we be killed. */
  record: (name: string, pid: number) => void
  forget: (name: string) => void
  release: () => void
}

/** Takes the folder as soon as no one else uses it. */
export async function waitForDataFolder(path: string, log: (line: string) => void): Promise<DataFolder> {
  for (;;) {
    while (holderOf(path)) await pause(100)
    try {
      return await openDataFolder(path, log)
    } catch (error) {
      // Someone was quicker.
      if (!(error instanceof StartError)) throw error
    }
  }
}

/**
 * Takes the folder, makes it where it is missing, and ends what a killed start left running.
 * @throws StartError when another start uses it
 */
export async function openDataFolder(path: string, log: (line: string) => void): Promise<DataFolder> {
  const run = join(path, 'run')
  const logs = join(path, 'logs')
  mkdirSync(path, { recursive: true })
  for (const folder of [run, logs]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  takeLock(join(run, LOCK), path)
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

/** @returns the start that uses the folder now, if any */
export function holderOf(path: string): ProcessIdentity | undefined {
  const holder = readIdentity(join(path, 'run', LOCK))
  return holder && isRunning(holder) ? holder : undefined
}

/** Whether the start that took the folder was killed: told by one look at its lock, since others may come and go. */
export function wasKilled(path: string): boolean {
  const holder = readIdentity(join(path, 'run', LOCK))
  return holder !== undefined && !isRunning(holder)
}

/** Ends the processes that are noted in the folder and still run. @returns their names */
export async function endOrphans(path: string): Promise<string[]> {
  const run = join(path, 'run')
  const ended: string[] = []
  // What a killed start still wrote may be all that there is.
  if (!existsSync(run)) return ended
  // Medusa first: a database that goes away under it only makes it complain.
  for (const file of readdirSync(run).toSorted()) {
    if (!file.endsWith('.json') || file === LOCK) continue
    const orphan = readIdentity(join(run, file))
    if (orphan && isRunning(orphan)) {
      await endProcess(orphan.pid, DATABASE_PATIENCE)
      ended.push(file.replace('.json', ''))
    }
    rmSync(join(run, file), { force: true })
  }
  return ended
}

function takeLock(lock: string, path: string): void {
  const ours = JSON.stringify(identityOf(process.pid))
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(lock, ours, { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readIdentity(lock)
      if (holder && isRunning(holder)) {
        throw new StartError(
          `Another start (process ${holder.pid}) already uses the data folder ${path}; stop it, or choose another folder with DATA_DIR.`,
        )
      }
      rmSync(lock, { force: true })
    }
  }
  throw new StartError(`Another start took the data folder ${path} at the same moment; try again.`)
}

function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}
