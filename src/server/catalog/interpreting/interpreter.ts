import { Worker } from 'node:worker_threads'

import { BackendError } from '#server/medusa/backend-error.ts'

import type { ProductPrices, ProductRecord, StampedMap } from '../records/records.ts'
import type { Found, PricesAnswer, ProductsAnswer, Task, TaskDone } from './interpreter-thread.ts'

interface Requested<Value> {
  ids: readonly string[]
  /** A value with the same digest keeps its object. */
  known: StampedMap<Value> | undefined
  /** The number of the read; see `Stamped`. */
  readAt: number
}

export type Interpreter = ReturnType<typeof createInterpreter>

const THREAD = new URL('./interpreter-thread.ts', import.meta.url)
/** A task allocates little that outlives it, so a small young generation keeps collections short. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** An idle thread ends, which frees its memory. */
const IDLE_MS = 5000

type PendingTask = PromiseWithResolvers<Found[]>

/** Parses in a worker thread: requests wait neither for it nor for its garbage collection. Buffers are transferred. */
export function createInterpreter() {
  let thread: Worker | undefined
  let tasks = 0
  let idle: NodeJS.Timeout | undefined
  const pending = new Map<number, PendingTask>()

  function start(): Worker {
    const started = new Worker(THREAD, { resourceLimits: HEAP, execArgv: [] })
    started.on('message', ({ task, found }: TaskDone) =>
      settle(task, ({ resolve, reject }) => {
        if (found) resolve(found)
        else reject(notJson())
      }),
    )
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The thread that reads the backend’s answers has ended.')))
    return started
  }

  function settle(task: number, how: (settled: PendingTask) => void): void {
    const settled = pending.get(task)
    pending.delete(task)
    if (pending.size === 0) scheduleClose()
    if (settled) how(settled)
  }

  function scheduleClose(): void {
    thread?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void close(), IDLE_MS).unref()
  }

  async function close(): Promise<void> {
    const closing = thread
    if (closing) fail(closing, new Error('The shop does not read the backend any more.'))
    await closing?.terminate()
  }

  function fail(failed: Worker, error: unknown): void {
    if (thread !== failed) return
    thread = undefined
    for (const task of pending.keys()) settle(task, ({ reject }) => reject(error))
  }

  async function runTask(task: Task, bytes: ArrayBuffer[]): Promise<Found[]> {
    clearTimeout(idle)
    thread ??= start()
    const added: PendingTask = Promise.withResolvers()
    tasks += 1
    pending.set(tasks, added)
    thread.ref()
    thread.postMessage({ ...task, task: tasks }, bytes)
    return added.promise
  }

  return {
    async toRecords(answer: ProductsAnswer, requested: Requested<ProductRecord>) {
      const bytes = [answer.facts, ...answer.words.map(([, text]) => text)]
      return stampFound(await runTask({ products: answer, known: digestsOf(requested) }, bytes), requested)
    },
    async toPrices(answer: PricesAnswer, requested: Requested<ProductPrices>) {
      return stampFound(await runTask({ prices: answer, known: digestsOf(requested) }, [answer.answer]), requested)
    },
    close,
  }
}

function digestsOf({ ids, known }: Requested<unknown>): Task['known'] {
  return ids.flatMap((id) => {
    const value = known?.get(id)
    return value ? [[id, value.digest]] : []
  })
}

function stampFound<Value>(found: Found[], { known, readAt }: Requested<Value>): StampedMap<Value> {
  return new Map(
    found.map(({ id, digest, value }) => [id, { value: (value ?? known?.get(id)?.value) as Value, digest, readAt }]),
  )
}

function notJson(): BackendError {
  return new BackendError({
    message: 'The commerce backend answered with a body that is not JSON.',
    type: 'invalid_body',
  })
}
