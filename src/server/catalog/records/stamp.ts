import { createHash } from 'node:crypto'

import type { YieldToLoop } from '#server/infra/scheduling.ts'

import type { Stamped, StampedMap } from './records.ts'

/** One answer of the backend about many things; `readAt` is taken before it was asked. */
export interface Reading<Value> {
  readAt: number
  /** The ids asked for; everything that was found and nothing else exists where it was `all`. */
  asked: 'all' | readonly string[]
  found: StampedMap<Value>
}

/** What readings did not find, so that an older one that comes in late does not bring it back. */
export interface Gone {
  /** When the latest full read began: what it did not find is gone, known before or not. */
  fullReadAt: number
  /** Ids that a later reading asked for and did not find, with the moment at which it began. */
  ids: ReadonlyMap<string, number>
}

export const NOTHING_GONE: Gone = { fullReadAt: 0, ids: new Map() }

export interface Merged<Value> {
  entries: StampedMap<Value>
  gone: Gone
  /** Ids whose value is new, different or no longer there. */
  changed: ReadonlySet<string>
}

/** Puts a value beside the digest that tells it from another. */
export function stamp<Value>(value: Value, readAt: number): Stamped<Value> {
  const digest = createHash('sha1').update(JSON.stringify(value)).digest('base64url')
  return { value, digest, readAt }
}

/**
 * Lays a reading over what is known: of two readings of one thing, the one that began later stays,
 * whichever came in last. A full read that began before a signal therefore never undoes it.
 */
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
