import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const QUERY = 'used-cpu'

/** In a child process of a bench: reports its CPU time to the parent on request. */
export function reportUsedCpu(): void {
  process.on('message', (message) => {
    if (message !== QUERY) return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000 })
  })
}

/** CPU milliseconds of a child process. Other load on the machine does not count. */
export async function usedCpu(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message') as Promise<[{ cpuMs: number }]>
  child.send(QUERY)
  const [{ cpuMs }] = await answer
  return cpuMs
}
