import { createHash } from 'node:crypto'

import type { YieldToLoop } from '#server/infra/scheduling.ts'

import type { Stamped, StampedMap } from './records.ts'

export interface Reading<Value> {
  /** Taken before the first request. */
  readAt: number
  /** The requested ids. `all` for a full read: a value that it did not find does not exist. */
  asked: 'all' | readonly string[]
  found: StampedMap<Value>
}

/** The values that reads did not find, so that an older read that arrives late does not restore them. */
export interface Gone {
  /** A value that the latest full read did not find is gone, whether it was known before or not. */
  fullReadAt: number
  /** For each id that a later read requested and did not find, the number of that read. */
  ids: ReadonlyMap<string, number>
}

export const NOTHING_GONE: Gone = { fullReadAt: 0, ids: new Map() }

export interface Merged<Value> {
  entries: StampedMap<Value>
  gone: Gone
  changed: ReadonlySet<string>
}

export function stamp<Value>(value: Value, readAt: number): Stamped<Value> {
  const digest = createHash('sha1').update(JSON.stringify(value)).digest('base64url')
  return { value, digest, readAt }
}

/** For each id the read that started later wins, so a full read never reverts a change notified after its start. */
export async function mergeReading<Value>(
  current: StampedMap<Value>,
  gone: Gone,
  { readAt, asked, found }: Reading<Value>,
  yieldToLoop: YieldToLoop,
): Promise<Merged<Value>> {
  const entries = new Map(current)
  const fullReadAt = asked === 'all' ? Math.max(readAt, gone.fullReadAt) : gone.fullReadAt
  const ids = new Map([...gone.ids].filter(([, at]) => at > fullReadAt))
  const changed = new Set<string>()

  for (const [id, fresh] of found) {
    await yieldToLoop()
    const known = current.get(id)
    if ((known?.readAt ?? Math.max(gone.fullReadAt, gone.ids.get(id) ?? 0)) > fresh.readAt) continue
    ids.delete(id)
    if (known?.digest === fresh.digest) {
      entries.set(id, fresh.value === known.value ? fresh : { ...known, readAt: fresh.readAt })
    } else {
      entries.set(id, fresh)
      changed.add(id)
    }
  }
  for (const id of asked === 'all' ? current.keys() : asked) {
    await yieldToLoop()
    if (found.has(id) || (current.get(id)?.readAt ?? 0) > readAt) continue
    ids.set(id, Math.max(readAt, ids.get(id) ?? 0))
    if (entries.delete(id)) changed.add(id)
  }
  return { entries, gone: { fullReadAt, ids }, changed }
}
