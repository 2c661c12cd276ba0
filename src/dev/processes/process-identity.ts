import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  pid: number
  started: string
}

/** @returns undefined when there is no such process, or only its remains */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid)
  return started === undefined ? undefined : { pid, started }
}

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return identityOf(pid)?.started === started
}

/** Ticks since boot, with the boot, since ticks begin anew with each. */
function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything, so fields are counted from its end.
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
