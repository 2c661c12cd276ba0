import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'

const KILL_AFTER_MS = 8_000

interface CommandOptions {
  env?: Record<string, string>
  signal: AbortSignal
  show?: (lines: AsyncIterable<string>) => AsyncIterable<string>
}

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

  let killing: NodeJS.Timeout | undefined
  const end = () => {
    signalGroup(child.pid, 'SIGTERM')
    killing = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS)
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    const code = await promise
    await printing
    return code
  } finally {
    clearTimeout(killing)
    signal.removeEventListener('abort', end)
    // Kills children that outlived the command.
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
    // The group is already empty.
  }
}
