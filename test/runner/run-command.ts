import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'

const PATIENCE_MS = 8_000

export interface CommandOptions {
  /** Added to our own environment. */
  env?: Record<string, string>
  /** Ends the command and everything that it started in its group. */
  signal: AbortSignal
  /** Stands between what the command prints and what is shown. */
  show?: (lines: AsyncIterable<string>) => AsyncIterable<string>
}

/**
 * Runs a command in a group of its own and shows what it prints.
 * @returns its exit code; 128 and more where a signal ended it
 * @throws where the program could not be started
 */
export async function runCommand(
  command: string,
  args: string[],
  { env, signal, show }: CommandOptions,
): Promise<number> {
  signal.throwIfAborted()
  const child = spawn(command, args, {
    stdio: ['ignore', show ? 'pipe' : 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    detached: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('error', reject)
  child.once('close', (code, reason) => resolve(code ?? 128 + (reason ? constants.signals[reason] : 0)))

  const printing = show && child.stdout ? printAll(show(createInterface({ input: child.stdout }))) : undefined

  let harder: NodeJS.Timeout | undefined
  const end = () => {
    signalGroup(child.pid, 'SIGTERM')
    harder = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), PATIENCE_MS)
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    const code = await promise
    await printing
    return code
  } finally {
    clearTimeout(harder)
    signal.removeEventListener('abort', end)
    // What outlived its parent in the group is no one's any more.
    signalGroup(child.pid, 'SIGKILL')
  }
}

async function printAll(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) console.log(line)
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is empty already.
  }
}
