import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Lets a child process shut down in order, by closing its IPC channel. One that has exited has reported its reason. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (!child.connected) return
  const over = once(child, 'exit')
  child.disconnect()
  await over
}
