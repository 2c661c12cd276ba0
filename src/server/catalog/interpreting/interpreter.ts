import { Worker } from 'node:worker_threads'

import { BackendError } from '#server/medusa/backend-error.ts'

import type { ProductPrices, ProductRecord, StampedMap } from '../records/records.ts'
import type { Found, PricesAnswer, ProductsAnswer, Task, TaskDone } from './interpreter-thread.ts'

/** A product, or what it costs, with the digest that tells it from another. */
export interface Interpreted<Value> {
  id: string
  value: Value
  digest: string
}

/** Which products were asked for, and what is known of them. */
interface Asked<Value> {
  ids: readonly string[]
  known: StampedMap<Value> | undefined
}

/**
 * Makes records of the backend's answers in a thread of its own, so that visitors wait neither for that nor for its
 * garbage: what is the same as before is never sent over. Each takes the bytes away from anyone who brings them.
 */
export interface Interpreter {
  /** @throws BackendError of type invalid_body */
  toRecords(answer: ProductsAnswer, asked: Asked<ProductRecord>): Promise<Interpreted<ProductRecord>[]>
  /** @throws BackendError of type invalid_body */
  toPrices(answer: PricesAnswer, asked: Asked<ProductPrices>): Promise<Interpreted<ProductPrices>[]>
  close(): Promise<void>
}

const THREAD = new URL('./interpreter-thread.ts', import.meta.url)
/** Of fifty products at a time little is left a moment later: a small heap is swept quickly, and often. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** A thread that has nothing to do gives its memory back. */
const IDLE_MS = 5000

type Waiting = PromiseWithResolvers<Found[]>

/** The thread starts with the first answer, and again where it has ended. */
export function createInterpreter(): Interpreter {
  let thread: Worker | undefined
  let tasks = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()

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

  function settle(task: number, how: (one: Waiting) => void): void {
    const one = waiting.get(task)
    waiting.delete(task)
    if (waiting.size === 0) rest()
    if (one) how(one)
  }

  function rest(): void {
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
    for (const task of waiting.keys()) settle(task, ({ reject }) => reject(error))
  }

  async function ask(task: Task, bytes: ArrayBuffer[]): Promise<Found[]> {
    clearTimeout(idle)
    thread ??= start()
    const one = Promise.withResolvers<Found[]>()
    tasks += 1
    waiting.set(tasks, one)
    thread.ref()
    thread.postMessage({ ...task, task: tasks }, bytes)
    return one.promise
  }

  return {
    async toRecords(answer, { ids, known }) {
      const bytes = [answer.facts, ...answer.words.map(([, text]) => text)]
      return withKnown(await ask({ products: answer, known: digestsOf(ids, known) }, bytes), known)
    },
    async toPrices(answer, { ids, known }) {
      return withKnown(await ask({ prices: answer, known: digestsOf(ids, known) }, [answer.answer]), known)
    },
    close,
  }
}

function digestsOf(ids: readonly string[], known: StampedMap<unknown> | undefined): Task['known'] {
  return ids.flatMap((id) => {
    const one = known?.get(id)
    return one ? [[id, one.digest]] : []
  })
}

function withKnown<Value>(found: Found[], known: StampedMap<Value> | undefined): Interpreted<Value>[] {
  return found.map(({ id, digest, value }) => ({ id, digest, value: (value ?? known?.get(id)?.value) as Value }))
}

function notJson(): BackendError {
  return new BackendError({
    message: 'The commerce backend answered with a body that is not JSON.',
    type: 'invalid_body',
  })
}
