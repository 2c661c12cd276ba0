import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { openSync, closeSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

import { identityOf, isRunning } from './process-identity.ts'

/** A database writes what it has in memory before it ends, on a slow disk for long; killed, it has to mend itself. */
export const DATABASE_PATIENCE = 30_000
const LOG_LIMIT = 5 * 1024 * 1024

/** What to run: `log` is the file that its output goes to. */
export interface ProcessOptions {
  command: string
  args: string[]
  cwd: string
  log: string
  env?: Record<string, string>
  user?: { uid: number; gid: number } | undefined
  channel?: true
  stdio?: 'pipe-out'
}

/** Where running children are noted; a data folder is one. */
export interface ProcessNotes {
  record: (name: string, pid: number) => void
  forget: (name: string) => void
}

/** How a child that runs to its end is fed, stopped early, and noted. */
export interface RunOptions {
  input?: string
  signal?: AbortSignal | undefined
  notes?: ProcessNotes
  name?: string
  /** Told what the child sends over its channel. */
  onMessage?: (message: unknown) => void
}

/** A child that did not do its work; `output` is the end of what it wrote. */
export class ProcessFailure extends Error {
  override name = 'ProcessFailure'
  readonly output: string
  constructor(message: string, output: string) {
    super(message)
    this.output = output
  }
}

/**
 * Starts a child in a process group of its own, so that Ctrl-C reaches us alone and we decide who stops when.
 * With `channel` it gets a channel to us, whose end tells it that we are gone.
 */
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
 * Runs a child to its end.
 * @returns what it wrote to standard output where `stdio` is `pipe-out`, else nothing
 * @throws ProcessFailure when it ends with another code than 0, or `signal` is aborted
 */
export async function runProcess(
  options: ProcessOptions,
  { input = '', signal, notes, name = 'step', onMessage }: RunOptions = {},
): Promise<string> {
  signal?.throwIfAborted()
  const from = sizeOf(options.log)
  const child = startProcess(options)
  if (child.pid !== undefined) notes?.record(name, child.pid)
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
    notes?.forget(name)
  }
}

/** Asks a process to end, and ends it the hard way when it has not after `patience` milliseconds. */
export async function endProcess(pid: number, patience: number, request: NodeJS.Signals = 'SIGINT'): Promise<void> {
  const identity = identityOf(pid)
  if (!identity) return
  killGroup(pid, request)
  const deadline = Date.now() + patience
  while (isRunning(identity) && Date.now() < deadline) await pause(20)
  if (!isRunning(identity)) return
  killGroup(pid, 'SIGKILL')
  while (isRunning(identity)) await pause(20)
}

/** The end of a log, from a byte on. */
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

/** Every child of ours leads a group of its own, so the children of a child go with it. */
function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Without what npm and a debugger tell their own children, and without a mode that the backend has its own of. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(NODE_OPTIONS|NODE_V8_COVERAGE|NODE_ENV|npm_(package|lifecycle)_.*)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}
