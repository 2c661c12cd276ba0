import { createHash } from 'node:crypto'

import type { Stamped, StampedMap } from '../records.ts'

/** One answer of the backend about many things; `readAt` is taken before it was asked. */
export interface Reading<Value> {
  readAt: number
  /** The ids asked for; everything that was found and nothing else exists where it was `all`. */
  asked: 'all' | readonly string[]
  found: StampedMap<Value>
}

/** Ids that a reading did not find, with the moment at which that reading began. */
export type Gone = ReadonlyMap<string, number>

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
export function mergeReading<Value>(
  current: StampedMap<Value>,
  gone: Gone,
  { readAt, asked, found }: Reading<Value>,
): Merged<Value> {
  const entries = new Map(current)
  const nextGone = new Map(asked === 'all' ? [...gone].filter(([, at]) => at > readAt) : gone)
  const changed = new Set<string>()

  for (const [id, fresh] of found) {
    const known = current.get(id)
    if (known && known.readAt > fresh.readAt) continue
    if ((nextGone.get(id) ?? 0) > fresh.readAt) continue
    nextGone.delete(id)
    if (known?.digest === fresh.digest) {
      entries.set(id, { ...known, readAt: fresh.readAt })
    } else {
      entries.set(id, fresh)
      changed.add(id)
    }
  }
  for (const id of asked === 'all' ? current.keys() : asked) {
    if (found.has(id)) continue
    const known = current.get(id)
    if (known && known.readAt > readAt) continue
    nextGone.set(id, Math.max(readAt, nextGone.get(id) ?? 0))
    if (entries.delete(id)) changed.add(id)
  }
  return { entries, gone: nextGone, changed }
}
