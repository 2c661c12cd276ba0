import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Of several processes that share a data folder, one reads the backend; this says which. */
export interface ReaderLock {
  /** Takes the lock where it is free or its holder is gone, and keeps it alive; true while it is ours. */
  attend(): Promise<boolean>
  release(): Promise<void>
}

interface Holder {
  token: string
  host: string
  pid: number
  /** When the process started, in the kernel's ticks: a number that a recycled pid does not share. */
  started: string | null
}

/** How long a holder on another machine may be silent: a shared volume tells nothing of its processes. */
const SILENCE_MS = 15_000
const SETTLE_MS = 40

/** @param file where the lock lies */
export function createReaderLock(file: string): ReaderLock {
  const token = randomUUID()
  const temporary = `${file}.${token}.tmp`

  async function describeOurselves(): Promise<string> {
    const holder: Holder = { token, host: hostname(), pid: process.pid, started: await startOf(process.pid) }
    return JSON.stringify(holder)
  }

  async function isOurs(): Promise<boolean> {
    return (await readHolder(file))?.token === token
  }

  return {
    async attend() {
      const holder = await readHolder(file)
      if (holder?.token === token) {
        const now = Date.now() / 1000
        await utimes(file, now, now).catch(() => {})
        return true
      }
      if (holder && !(await isGone(holder, file))) return false
      await mkdir(dirname(file), { recursive: true })
      await writeFile(temporary, await describeOurselves())
      await rename(temporary, file)
      // Two may find the same lock free at once: the last to move its own there has it.
      await wait(SETTLE_MS)
      return isOurs()
    },
    async release() {
      if (await isOurs()) await rm(file, { force: true })
    },
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

async function isGone(holder: Holder, file: string): Promise<boolean> {
  if (holder.host !== hostname()) {
    const received = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
    return Date.now() - received > SILENCE_MS
  }
  if (!isAlive(holder.pid)) return true
  return holder.started !== null && (await startOf(holder.pid)) !== holder.started
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Null where the system does not tell (not Linux). */
async function startOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program's name stands in brackets and may hold anything; the 20th word behind it is the start.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
