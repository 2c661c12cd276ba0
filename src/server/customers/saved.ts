import type { Database, Queryable } from '#server/infra/database/database.ts'
import type { Saved, SyncSaved } from '#shared/account/account.ts'
import { MOST_SAVED } from '#shared/product/saved-lists.ts'

const READ = 'SELECT wish_list, recently_viewed, ring_size FROM customer_saved WHERE customer_id = $1'

export async function readSaved({ query }: Queryable, customerId: string): Promise<Saved> {
  const [saved] = await query<Saved>(READ, [customerId])
  return saved ?? { wish_list: [], recently_viewed: [], ring_size: '' }
}

/** A repeated call changes nothing. Returns what the account has now. */
export async function syncSaved(database: Database, customerId: string, changes: SyncSaved): Promise<Saved> {
  // Each page of a signed-in browser calls this, and most of them have changed nothing.
  if (isUnchanged(changes)) return readSaved(database, customerId)
  return database.transaction(async ({ query }) => {
    await query('INSERT INTO customer_saved (customer_id) VALUES ($1) ON CONFLICT DO NOTHING', [customerId])
    const [before] = await query<Saved>(`${READ} FOR UPDATE`, [customerId])
    const after: Saved = {
      wish_list: changed('wish_list', before?.wish_list ?? [], changes.wish_list),
      recently_viewed: changed('recently_viewed', before?.recently_viewed ?? [], changes.recently_viewed),
      ring_size: changes.ring_size ?? before?.ring_size ?? '',
    }
    await query(
      'UPDATE customer_saved SET wish_list = $2, recently_viewed = $3, ring_size = $4 WHERE customer_id = $1',
      [customerId, after.wish_list, after.recently_viewed, after.ring_size],
    )
    return after
  })
}

function isUnchanged({ wish_list, recently_viewed, ring_size }: SyncSaved): boolean {
  const handles = [wish_list, recently_viewed].flatMap((list) => [...(list?.added ?? []), ...(list?.removed ?? [])])
  return handles.length === 0 && ring_size === undefined
}

function changed(
  name: 'wish_list' | 'recently_viewed',
  handles: readonly string[],
  { added, removed }: { added: string[]; removed: string[] } = { added: [], removed: [] },
): string[] {
  const left = handles.filter((handle) => !removed.includes(handle))
  return [...new Set([...added, ...left])].slice(0, MOST_SAVED[name])
}
