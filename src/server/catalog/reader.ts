import { backOff, createAlarm } from '#server/infra/scheduling.ts'

import type { CatalogSource } from './reading/read-medusa.ts'
import type { CatalogContents } from './records/records.ts'

export type Reader = ReturnType<typeof createReader>

const MIN_PAUSE_MS = 250
/** The longest delay of a timer. */
const FOREVER_MS = 2 ** 31 - 1
/** A refresh of more products than this, and of more than half of the shop, becomes a full read. */
const MAX_PARTIAL = 200

/** Reads the backend: everything at intervals, and single products on request. */
export function createReader(options: {
  source: (signal: AbortSignal) => CatalogSource
  refreshSeconds: number
  /** The newest contents. */
  contents: () => CatalogContents | undefined
  /** Replaces them at once. Resolves when the shop shows them. */
  show: (contents: CatalogContents) => Promise<void>
  /** @param at when the full read started, in ms */
  onFullRead: (at: number) => Promise<void>
  onFailure: (error: unknown, summary: string) => void
}) {
  const { contents, show, onFailure } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const source = options.source(signal)
  const first = Promise.withResolvers<void>()
  const [poll, changes] = [createAlarm(), createAlarm()]
  const [full, some] = [createRequests(), createRequests()]
  let fullReads = 0
  /** The products that were read again since the running full read began. Its own may be older. */
  let reread = new Set<string>()

  async function readAll(): Promise<void> {
    const before = contents()
    const newer = (reread = new Set())
    const { frame, products: read } = await source.readAll(before)
    if (signal.aborted) return
    const products = new Map(read)
    for (const id of newer) put(products, id, contents()?.products.get(id))
    fullReads += 1
    // They lack the prices of a new region.
    if (newer.size > 0 && frame !== before?.frame) void refreshSome(newer)
    await show({ frame, products })
  }

  async function readSome(ids: ReadonlySet<string>): Promise<void> {
    const [before, own, begun] = [contents(), reread, fullReads]
    if (!before || ids.size === 0) return
    const read = await source.readSome([...ids], before)
    // A full read that began or was shown meanwhile may be newer or older.
    if (own !== reread || begun !== fullReads) return readSome(ids)
    const { frame, products: known } = contents() ?? before
    if (signal.aborted) return
    const products = new Map(known)
    for (const id of ids) {
      own.add(id)
      put(products, id, read.get(id))
    }
    await show({ frame, products })
  }

  async function keepReading(
    read: () => Promise<number>,
    alarm: ReturnType<typeof createAlarm>,
    summary: string,
  ): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const pause = await read().catch((error: unknown) => {
        if (signal.aborted) return 0
        onFailure(error, summary)
        return undefined
      })
      failures = pause === undefined ? failures + 1 : 0
      if (!signal.aborted) await alarm.sleep(pause ?? backOff(failures))
    }
  }

  const pollOnce = async (): Promise<number> => {
    const began = Date.now()
    try {
      await full.answer(async () => {
        await readAll()
        if (!signal.aborted) await options.onFullRead(began)
      })
    } finally {
      first.resolve()
    }
    return Math.max(MIN_PAUSE_MS, began + options.refreshSeconds * 1000 - Date.now())
  }

  const refreshOnce = async (): Promise<number> => {
    await some.answer(readSome)
    return FOREVER_MS
  }

  // Without saved contents, single products wait for the first full read.
  const begun = contents() ? Promise.resolve() : first.promise
  const loops = Promise.all([
    keepReading(pollOnce, poll, 'catalog: the backend could not be read'),
    begun.then(() => keepReading(refreshOnce, changes, 'catalog: changed products could not be re-read')),
  ])

  function refreshSome(ids: Iterable<string>): Promise<void> {
    const shown = some.add(ids)
    changes.ring()
    return shown
  }

  return {
    /** Resolves when the first full read has succeeded or failed. */
    first: first.promise,
    /** Resolves when the shop shows their state after this call. */
    async refresh(ids: readonly string[] | 'all') {
      if (ids !== 'all' && ids.length === 0) return
      const known = contents()?.products.size
      const isMost = ids === 'all' || known === undefined || ids.length > Math.max(MAX_PARTIAL, known / 2)
      if (!isMost) return refreshSome(ids)
      const shown = full.add([])
      poll.ring()
      await shown
    },
    async stop() {
      stopping.abort()
      poll.ring()
      changes.ring()
      await loops
    },
  }
}

function put<Value>(values: Map<string, Value>, id: string, value: Value | undefined): void {
  if (value === undefined) values.delete(id)
  else values.set(id, value)
}

/** Requests that one read answers together. */
function createRequests() {
  const create = () => ({ ids: new Set<string>(), done: Promise.withResolvers<void>() })
  let next = create()
  return {
    /** Resolves when a read that started after this call has succeeded. */
    add(ids: Iterable<string>) {
      for (const id of ids) next.ids.add(id)
      return next.done.promise
    },
    async answer(read: (ids: ReadonlySet<string>) => Promise<void>) {
      const taken = next
      next = create()
      try {
        await read(taken.ids)
        taken.done.resolve()
      } catch (error) {
        for (const id of taken.ids) next.ids.add(id)
        void next.done.promise.then(taken.done.resolve)
        throw error
      }
    },
  }
}
