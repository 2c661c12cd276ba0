import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export interface Leftover {
  pid: number
  /** Its command line, shortened. */
  command: string
}

/**
 * Finds processes that inherited a mark from us, however they were detached. Linux only: elsewhere none is found.
 * @param mark an entry of the environment, `NAME=value`, that only this run has
 */
export function findLeftovers(mark: string): Leftover[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => environmentOf(name).includes(mark) && !isOver(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
}

/**
 * Gives what is on its way out a moment, and ends the rest.
 * @returns what had to be ended
 */
export async function endLeftovers(mark: string, patienceMs: number): Promise<Leftover[]> {
  const deadline = Date.now() + patienceMs
  while (findLeftovers(mark).length > 0 && Date.now() < deadline) await pause(50)
  const ended = findLeftovers(mark)
  for (const { pid } of ended) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
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

/** A zombie has no program any more: it waits for its parent alone. */
function isOver(pid: string): boolean {
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
