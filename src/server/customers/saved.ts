import type { Database } from '#server/infra/database/database.ts'
import type { Saved, SyncSaved } from '#shared/account/account.ts'
import { MOST_SAVED } from '#shared/product/saved-lists.ts'

/**
 * Applies what a browser has changed to what the account has. A repeated call changes nothing.
 * @returns what the account has now
 * @throws DatabaseDown
 */
export async function syncSaved(database: Database, customerId: string, changes: SyncSaved): Promise<Saved> {
  return database.transaction(async ({ query }) => {
    await query('INSERT INTO customer_saved (customer_id) VALUES ($1) ON CONFLICT DO NOTHING', [customerId])
    const [before] = await query<Saved>(
      'SELECT wish_list, recently_viewed, ring_size FROM customer_saved WHERE customer_id = $1 FOR UPDATE',
      [customerId],
    )
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

function changed(
  name: 'wish_list' | 'recently_viewed',
  handles: readonly string[],
  { added, removed }: { added: string[]; removed: string[] } = { added: [], removed: [] },
): string[] {
  const left = handles.filter((handle) => !removed.includes(handle))
  return [...new Set([...added, ...left])].slice(0, MOST_SAVED[name])
}
