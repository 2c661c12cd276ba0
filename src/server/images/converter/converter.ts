import { fork, type ChildProcess } from 'node:child_process'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Outcome } from './convert-process.ts'
import type { ImageSize } from './image-size.ts'

/** Child processes convert images, so that the server spends neither CPU time nor memory on it. */
export interface Converter<Wanted extends object = ImageSize> {
  /** @throws BusyError if the queue is full or closed, UnreadableImageError, LostProcessError after two tries */
  convert(read: () => Promise<Buffer>, wanted: Wanted): Promise<Buffer>
  status(): { waiting: number; active: number }
  close(): void
}

interface ConverterOptions {
  /** By default the one that resizes. */
  program?: string
  /** A process converts one image at a time. */
  processes: number
  niceness: number
  mostWaiting: number
  /** Longer than any image takes. */
  mostMs: number
  /** An idle process ends, which frees its memory. */
  idleMs?: number
}

/** An image exists, but cannot be served now. */
export class BusyError extends Error {
  override name = 'BusyError'
  readonly statusCode = 503
}

export class UnreadableImageError extends Error {
  override name = 'UnreadableImageError'
}

/** The process could not start, exited or timed out. The image itself may be fine. */
export class LostProcessError extends Error {
  override name = 'LostProcessError'
  readonly statusCode = 503
}

interface Job {
  read: () => Promise<Buffer>
  wanted: object
  resolve: (bytes: Buffer) => void
  reject: (reason: unknown) => void
}

const PROGRAM = join(import.meta.dirname, 'convert-process.ts')
const IDLE_MS = 20_000

export function createConverter<Wanted extends object = ImageSize>(options: ConverterOptions): Converter<Wanted> {
  const waiting: Job[] = []
  const resting: Worker[] = []
  const working = new Set<Worker>()
  let served = 0
  let isClosed = false

  function next(): void {
    while (waiting.length > 0 && served < options.processes) {
      const job = waiting.shift()
      if (job) void serve(job)
    }
  }

  async function serve({ read, wanted, resolve, reject }: Job): Promise<void> {
    served += 1
    try {
      // Read the source before choosing a process: an idle process may end during the read.
      const source = await read()
      resolve(await make(source, wanted))
    } catch (error) {
      reject(error)
    }
    served -= 1
    next()
  }

  async function make(source: Buffer, wanted: object): Promise<Buffer> {
    try {
      // Use the most recently used process, so that the others become idle and end.
      return await makeWith(resting.pop(), source, wanted)
    } catch (error) {
      if (!(error instanceof LostProcessError)) throw error
      // Other idle processes may have died at the same time: the retry starts a new one.
      return makeWith(undefined, source, wanted)
    }
  }

  async function makeWith(rested: Worker | undefined, source: Buffer, wanted: object): Promise<Buffer> {
    if (isClosed) throw new BusyError('The shop is closing')
    const worker = rested ?? startWorker(options, leave)
    working.add(worker)
    try {
      return await worker.convert(source, wanted)
    } finally {
      working.delete(worker)
      if (worker.isAlive() && !isClosed) resting.push(worker)
    }
  }

  function leave(worker: Worker): void {
    const place = resting.indexOf(worker)
    if (place !== -1) resting.splice(place, 1)
  }

  return {
    convert(read, wanted) {
      if (isClosed || waiting.length >= options.mostWaiting) {
        return Promise.reject(new BusyError('Too many pictures wait to be made'))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      waiting.push({ read, wanted, resolve, reject })
      next()
      return promise
    },
    status: () => ({ waiting: waiting.length, active: served }),
    close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new BusyError('The shop is closing'))
      for (const worker of [...resting, ...working]) worker.end()
    },
  }
}

interface Worker {
  convert(source: Buffer, wanted: object): Promise<Buffer>
  isAlive(): boolean
  end(): void
}

function startWorker(
  { program = PROGRAM, niceness, mostMs, idleMs = IDLE_MS }: ConverterOptions,
  left: (worker: Worker) => void,
): Worker {
  const child = startProcess(program)
  let asked: { resolve: (bytes: Buffer) => void; reject: (reason: unknown) => void } | undefined
  // A process that could not start emits `error` later.
  let isAlive = child.pid !== undefined
  let timer: NodeJS.Timeout | undefined

  // Set the priority before the process starts threads, which inherit it. Some systems do not support it.
  if (child.pid !== undefined) attempt(() => setPriority(child.pid as number, niceness))
  child.on('message', (outcome: Outcome) => {
    if ('bytes' in outcome) asked?.resolve(Buffer.from(outcome.bytes))
    else asked?.reject(new UnreadableImageError(outcome.fault))
  })
  child.once('error', gone)
  child.once('exit', gone)
  letRest(child)

  const worker: Worker = {
    async convert(source, wanted) {
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), mostMs)
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      asked = { resolve, reject }
      child.ref()
      child.channel?.ref()
      if (isAlive) child.send({ source, ...wanted }, (error) => void (error && child.kill('SIGKILL')))
      else gone()
      try {
        return await promise
      } finally {
        asked = undefined
        letRest(child)
        clearTimeout(timer)
        timer = setTimeout(end, idleMs).unref()
      }
    },
    isAlive: () => isAlive,
    end,
  }

  function end(): void {
    clearTimeout(timer)
    left(worker)
    isAlive = false
    if (child.connected) child.disconnect()
  }

  function gone(): void {
    clearTimeout(timer)
    isAlive = false
    left(worker)
    asked?.reject(new LostProcessError('The image process exited or timed out'))
  }

  return worker
}

function startProcess(program: string): ChildProcess {
  try {
    // The process writes fonts to the temporary folder, and must not see secrets.
    return fork(program, {
      env: { TMPDIR: tmpdir() },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  } catch (cause) {
    throw new LostProcessError('No process can be started', { cause })
  }
}

/** Lets the server exit although the process still runs. */
function letRest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function attempt(task: () => void): void {
  try {
    task()
  } catch {}
}
