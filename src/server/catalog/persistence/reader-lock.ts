import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A file lock: of the processes that share a data folder, only the holder reads the backend. */
export interface ReaderLock {
  /** Takes over if the holder is gone. Returns whether this process now holds the lock. */
  acquireOrRenew(): Promise<boolean>
  release(): Promise<void>
}

interface Holder {
  token: string
  host: string
  pid: number
  /** In kernel ticks: tells a reused pid apart. Null if the system has no `/proc`. */
  started: string | null
}

/** A holder on another host counts as gone after this time without a renewal: its pid cannot be checked from here. */
const STALE_MS = 15_000
/** How long a new holder waits before it checks that no other process took the lock at the same time. */
const SETTLE_MS = 40

export function createReaderLock(file: string): ReaderLock {
  const token = randomUUID()
  const temporary = `${file}.${token}.tmp`

  async function ownHolder(): Promise<string> {
    const holder: Holder = { token, host: hostname(), pid: process.pid, started: await startOf(process.pid) }
    return JSON.stringify(holder)
  }

  async function isOurs(): Promise<boolean> {
    return (await readHolder(file))?.token === token
  }

  return {
    async acquireOrRenew() {
      const holder = await readHolder(file)
      if (holder?.token === token) {
        const now = Date.now() / 1000
        await utimes(file, now, now).catch(() => {})
        return true
      }
      if (holder && !(await isGone(holder, file))) return false
      await mkdir(dirname(file), { recursive: true })
      await writeFile(temporary, await ownHolder())
      await rename(temporary, file)
      // Two processes may find the lock free at once. The last process to rename its file holds the lock.
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
    const lastSeenAt = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
    return Date.now() - lastSeenAt > STALE_MS
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

async function startOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program name is in parentheses and may hold any characters. The 20th field after it is the start time.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
