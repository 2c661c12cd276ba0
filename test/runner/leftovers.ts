import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

interface Leftover {
  pid: number
  command: string
}

/**
 * Finds processes that inherited a variable of our environment, also detached ones. On Linux only.
 * @param mark an environment entry (`NAME=value`) that only this run has
 */
export function findLeftovers(mark: string): Leftover[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => environmentOf(name).includes(mark) && !isZombie(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
}

export async function endLeftovers(mark: string, patienceMs: number): Promise<Leftover[]> {
  const deadline = Date.now() + patienceMs
  while (findLeftovers(mark).length > 0 && Date.now() < deadline) await pause(50)
  const ended = findLeftovers(mark)
  for (const { pid } of ended) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
  while (findLeftovers(mark).length > 0) await pause(20)
  return ended
}

function environmentOf(pid: string): string[] {
  return read(`/proc/${pid}/environ`).split('\0')
}

function commandOf(pid: string): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim().slice(0, 120)
}

/** A zombie has no program and only waits for its parent. */
function isZombie(pid: string): boolean {
  try {
    readlinkSync(`/proc/${pid}/exe`)
    return false
  } catch {
    return true
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
