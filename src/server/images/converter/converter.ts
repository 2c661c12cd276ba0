import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'

import { BusyError } from '#server/infra/concurrency.ts'

import type { Outcome } from './convert-process.ts'
import type { ImageSize } from './image-size.ts'

/**
 * Makes images out of others in processes of its own, so that neither the work nor its memory is the shop's.
 * `Wanted`: what is to be made, as the program of those processes understands it.
 */
export interface Converter<Wanted extends object = ImageSize> {
  /**
   * @param read asked for the source when its turn has come
   * @throws BusyError where too many wait already; UnreadableImageError where no image comes of it; LostProcessError
   * where its process ended or took too long, twice; what `read` throws
   */
  convert(read: () => Promise<Buffer>, wanted: Wanted): Promise<Buffer>
  /** Ends its processes; who waits is told so. */
  close(): void
}

interface ConverterOptions {
  /** What its processes run; without it what makes sizes. */
  program?: string
  /** How many images at once, each in a process. */
  processes: number
  /** How much the processor prefers whatever else there is: 0 not at all, 19 always. */
  niceness: number
  mostWaiting: number
  /** Longer than any image takes. */
  mostMs: number
  /** After so long without work a process ends, and gives back its memory. */
  idleMs?: number
}

/** No image comes of these bytes. */
export class UnreadableImageError extends Error {
  override name = 'UnreadableImageError'
}

/** Anyone who was to make an image could not begin, has died or took too long; of the image that says nothing. */
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
      // Before anybody is called: anyone who rests may end while it is read.
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
      // The last one, so that the others may end.
      return await makeWith(resting.pop(), source, wanted)
    } catch (error) {
      if (!(error instanceof LostProcessError)) throw error
      // Others who rest may have died at the same time.
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

/** @param left called when it has ended. @throws LostProcessError where the system has no room for it */
function startWorker(
  { program = PROGRAM, niceness, mostMs, idleMs = IDLE_MS }: ConverterOptions,
  left: (worker: Worker) => void,
): Worker {
  const child = startProcess(program)
  let asked: { resolve: (bytes: Buffer) => void; reject: (reason: unknown) => void } | undefined
  // One that could not begin says so later, and cannot be spoken to.
  let isAlive = child.pid !== undefined
  let timer: NodeJS.Timeout | undefined

  // Before it starts threads, which take it over. Where the system has no such thing, it works as others do.
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
    asked?.reject(new LostProcessError('Whoever was to make a picture has ended, or took too long'))
  }

  return worker
}

function startProcess(program: string): ChildProcess {
  try {
    // It needs none of our settings, least of all the secret ones.
    return fork(program, {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  } catch (cause) {
    throw new LostProcessError('No process can be started', { cause })
  }
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
