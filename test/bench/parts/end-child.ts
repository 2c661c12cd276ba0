import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Lets a process end in its own order, by the end of the line to it; one that has ended by itself has said why. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (!child.connected) return
  const over = once(child, 'exit')
  child.disconnect()
  await over
}
