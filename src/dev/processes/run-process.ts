import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { openSync, closeSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

import { identityOf, isRunning } from './process-identity.ts'

/** A database writes its memory to disk before it ends, and a killed one has to recover at its next start. */
export const DATABASE_TIMEOUT_MS = 30_000
const LOG_LIMIT = 5 * 1024 * 1024

export interface ProcessOptions {
  command: string
  args: string[]
  cwd: string
  log: string
  env?: Record<string, string>
  user?: { uid: number; gid: number } | undefined
  /** An IPC channel: when it closes, the child knows that this process has ended. */
  channel?: true
  /** Returns standard output instead of writing it to the log. */
  stdio?: 'pipe-out'
}

export interface RunOptions {
  input?: string
  signal?: AbortSignal | undefined
  folder?: { record: (name: string, pid: number) => void; forget: (name: string) => void }
  name?: string
  onMessage?: (message: unknown) => void
}

/** `output` is the end of its log. */
export class ProcessFailure extends Error {
  override name = 'ProcessFailure'
  readonly output: string
  constructor(message: string, output: string) {
    super(message)
    this.output = output
  }
}

/** In its own process group, so that Ctrl-C reaches only us and we stop the children in order. */
export function startProcess({
  command,
  args,
  cwd,
  log,
  env = {},
  user,
  channel,
  stdio,
}: ProcessOptions): ChildProcess {
  const output = openLog(log)
  const options: SpawnOptions = {
    cwd,
    env: { ...inheritedEnvironment(), ...env },
    detached: true,
    stdio: ['pipe', stdio === 'pipe-out' ? 'pipe' : output, output, ...(channel ? (['ipc'] as const) : [])],
    ...user,
  }
  try {
    return spawn(command, args, options)
  } finally {
    closeSync(output)
  }
}

/**
 * Returns standard output with `pipe-out`, else ''.
 * @throws ProcessFailure if its exit code is not 0; the reason of `signal` if it is aborted
 */
export async function runProcess(
  options: ProcessOptions,
  { input = '', signal, folder, name = 'step', onMessage }: RunOptions = {},
): Promise<string> {
  signal?.throwIfAborted()
  const from = sizeOf(options.log)
  const child = startProcess(options)
  if (child.pid !== undefined) folder?.record(name, child.pid)
  const abort = (): void => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL')
  }
  signal?.addEventListener('abort', abort)
  try {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>()
    child.once('error', reject)
    child.once('close', resolve)
    if (onMessage) child.on('message', onMessage)
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    const [code, output] = await Promise.all([promise, child.stdout ? text(child.stdout) : ''])
    signal?.throwIfAborted()
    if (code !== 0)
      throw new ProcessFailure(`${options.command} ended with ${code ?? 'a signal'}`, readLog(options.log, from))
    return output
  } finally {
    signal?.removeEventListener('abort', abort)
    folder?.forget(name)
  }
}

/** SIGKILL follows after `timeoutMs`. */
export async function endProcess(pid: number, timeoutMs: number, request: NodeJS.Signals = 'SIGINT'): Promise<void> {
  const identity = identityOf(pid)
  if (!identity) return
  killGroup(pid, request)
  const deadline = Date.now() + timeoutMs
  while (isRunning(identity) && Date.now() < deadline) await pause(20)
  if (!isRunning(identity)) return
  killGroup(pid, 'SIGKILL')
  while (isRunning(identity)) await pause(20)
}

export function isDiskFull(output: string): boolean {
  return /ENOSPC|no space left/i.test(output)
}

export function readLog(log: string, from = 0): string {
  return readFileSync(log).subarray(from).toString('utf8').slice(-8_000)
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function openLog(log: string): number {
  if (sizeOf(log) > LOG_LIMIT) truncateSync(log)
  return openSync(log, 'a', 0o600)
}

/** Its descendants are in the child's own process group. */
function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Without the variables of npm and the debugger, and without NODE_ENV, which the backend sets itself. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(NODE_OPTIONS|NODE_V8_COVERAGE|NODE_ENV|npm_(package|lifecycle)_.*)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}
