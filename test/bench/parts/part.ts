import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { openProgram, type Program } from '#test/support/program.ts'

const USED_CPU = 'used-cpu'

interface PartOptions extends ForkOptions {
  args?: string[]
  message?: object
}

interface Part<Facts> {
  child: ChildProcess
  facts: Facts
}

/**
 * Starts a part of a bench in a child process, so that it does not share a core with the rest. It ends with the bench.
 * @returns the process, and the facts that it has sent
 */
export async function startPart<Facts>(
  t: Program,
  part: string,
  { args = [], message, ...options }: PartOptions = {},
): Promise<Part<Facts>> {
  const child = fork(join(import.meta.dirname, part), args, { stdio: ['ignore', 2, 2, 'ipc'], ...options })
  t.teardown(async () => {
    // A part that has ended has reported its reason.
    if (!child.connected) return
    const over = once(child, 'exit')
    child.disconnect()
    await over
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${part} ended before it was ready (${String(code ?? 'by a signal')})`)
  })
  if (message) child.send(message)
  const [facts] = (await Promise.race([once(child, 'message'), ended])) as [Facts]
  ended.catch(() => {})
  return { child, facts }
}

export async function usedCpu(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message') as Promise<[{ cpuMs: number }]>
  child.send(USED_CPU)
  const [{ cpuMs }] = await answer
  return cpuMs
}

/** In the child process: what it opens is closed when the bench ends. */
export function openPart(): Program {
  const t = openProgram()
  process.on('disconnect', () => void t[Symbol.asyncDispose]())
  process.on('message', (message) => {
    if (message !== USED_CPU) return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000 })
  })
  return t
}
