import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const QUERY = 'used-cpu'

/** In a child of a bench: tells its parent, whenever asked, how long the processor has worked for it. */
export function reportUsedCpu(): void {
  process.on('message', (message) => {
    if (message !== QUERY) return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000 })
  })
}

/** Milliseconds that the processor has worked for a child: what others do on the machine is not in them. */
export async function usedCpu(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message') as Promise<[{ cpuMs: number }]>
  child.send(QUERY)
  const [{ cpuMs }] = await answer
  return cpuMs
}
