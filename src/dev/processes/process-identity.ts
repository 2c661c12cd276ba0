import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Identifies a process even if its pid is reused later. */
export interface ProcessIdentity {
  pid: number
  started: string
}

/** Undefined also for a zombie. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid)
  return started === undefined ? undefined : { pid, started }
}

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return identityOf(pid)?.started === started
}

/** Undefined if the file is missing or damaged. */
export function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}

/** Removes the lock of a process that has ended, so that the next attempt can succeed. */
export function takeLock(file: string): { isTaken: boolean; holder?: ProcessIdentity } {
  try {
    writeFileSync(file, JSON.stringify(identityOf(process.pid)), { flag: 'wx' })
    return { isTaken: true }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = readIdentity(file)
    if (holder && isRunning(holder)) return { isTaken: false, holder }
    rmSync(file, { force: true })
    return { isTaken: false }
  }
}

/** The boot id and the start time in ticks since boot. */
function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in parentheses may contain any character, so fields are counted from the closing parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${fields[19]}`
  } catch {
    return undefined
  }
}

function startElsewhere(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
