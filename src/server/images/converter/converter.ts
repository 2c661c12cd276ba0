import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'

import type { PictureSize } from '../picture-size.ts'
import type { Outcome } from './convert-process.ts'

/** Makes sizes of pictures in processes of its own, so that neither the work nor its memory is the shop's. */
export interface Converter {
  /**
   * @param read asked for the source when its turn has come
   * @throws BusyError where too many wait already; UnreadablePictureError where no picture comes of it; what `read` throws
   */
  convert(read: () => Promise<Buffer>, size: PictureSize): Promise<Buffer>
  /** Ends its processes; who waits is told so. */
  close(): void
}

interface ConverterOptions {
  /** How many pictures at once, each in a process. */
  processes: number
  /** How much the processor prefers whatever else there is: 0 not at all, 19 always. */
  niceness: number
  mostWaiting: number
  /** Longer than any picture takes. */
  mostMs: number
  /** After so long without work a process ends, and gives back its memory. */
  idleMs?: number
}

/** A picture could be made, but not now. */
export class BusyError extends Error {
  override name = 'BusyError'
  readonly statusCode = 503
}

/** No picture comes of these bytes. */
export class UnreadablePictureError extends Error {
  override name = 'UnreadablePictureError'
}

interface Job {
  read: () => Promise<Buffer>
  size: PictureSize
  resolve: (bytes: Buffer) => void
  reject: (reason: unknown) => void
}

const PROGRAM = join(import.meta.dirname, 'convert-process.ts')
const IDLE_MS = 20_000

export function createConverter(options: ConverterOptions): Converter {
  const waiting: Job[] = []
  const resting: Worker[] = []
  const working = new Set<Worker>()
  let isClosed = false

  /** Whoever has nothing to do takes what waits; of those who rest the last one, so that the others may end. */
  function next(): void {
    while (waiting.length > 0 && working.size < options.processes) {
      const worker = resting.pop() ?? startWorker(options, leave)
      const job = waiting.shift()
      if (job) void serve(worker, job)
    }
  }

  async function serve(worker: Worker, { read, size, resolve, reject }: Job): Promise<void> {
    working.add(worker)
    try {
      resolve(await worker.convert(await read(), size))
    } catch (error) {
      reject(error)
    }
    working.delete(worker)
    if (worker.isAlive() && !isClosed) resting.push(worker)
    next()
  }

  function leave(worker: Worker): void {
    const place = resting.indexOf(worker)
    if (place !== -1) resting.splice(place, 1)
  }

  return {
    convert(read, size) {
      if (isClosed || waiting.length >= options.mostWaiting) {
        return Promise.reject(new BusyError('Too many pictures wait to be made'))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      waiting.push({ read, size, resolve, reject })
      next()
      return promise
    },
    close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new BusyError('The shop is closing'))
      for (const worker of [...resting, ...working]) worker.end()
    },
  }
}

interface Worker {
  convert(source: Buffer, size: PictureSize): Promise<Buffer>
  isAlive(): boolean
  end(): void
}

/** @param left called when it has ended */
function startWorker({ niceness, mostMs, idleMs = IDLE_MS }: ConverterOptions, left: (worker: Worker) => void): Worker {
  // It needs none of our settings, least of all the secret ones.
  const child = fork(PROGRAM, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let asked: { resolve: (bytes: Buffer) => void; reject: (reason: unknown) => void } | undefined
  let isAlive = true
  let timer: NodeJS.Timeout | undefined

  // Before it starts threads, which take it over. Where the system has no such thing, it works as others do.
  if (child.pid !== undefined) attempt(() => setPriority(child.pid as number, niceness))
  child.on('message', (outcome: Outcome) => {
    if ('bytes' in outcome) asked?.resolve(Buffer.from(outcome.bytes))
    else asked?.reject(new UnreadablePictureError(outcome.fault))
  })
  child.once('error', gone)
  child.once('exit', gone)
  letRest(child)

  const worker: Worker = {
    async convert(source, size) {
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), mostMs)
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      asked = { resolve, reject }
      child.ref()
      child.channel?.ref()
      if (isAlive) child.send({ source, ...size }, (error) => (error ? reject(error) : undefined))
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
    asked?.reject(new UnreadablePictureError('whoever tried to read it has died of it, or took too long'))
  }

  return worker
}

/** Keeps a process from keeping ours. */
function letRest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function attempt(task: () => void): void {
  try {
    task()
  } catch {}
}
