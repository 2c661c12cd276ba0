import t from 'tap'

import { createKnownHandles } from '#server/catalog/handles/known-handles.ts'
import { createShop } from '#server/catalog/shop.ts'
import { buildSnapshot } from '#server/catalog/snapshot/snapshot.ts'
import { NO_SYNONYMS } from '#server/content/synonyms.ts'

import { makeContents, makeProduct } from './make-contents.ts'

/** A table in memory, which a restart keeps. It fails while `isDown`. */
function openTable() {
  const rows: Record<string, string>[] = []
  const table = { isDown: false, warnings: 0, query, start: () => createKnownHandles(table, { warn }) }
  const warn = () => void (table.warnings += 1)
  async function query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const [kinds = [], handles = [], ids = []] = values as string[][]
    if (table.isDown) throw new Error('The database is down')
    for (const [index, kind] of kinds.entries()) {
      rows.push({ kind, handle: handles[index] ?? '', id: ids[index] ?? '' })
    }
    return (sql.startsWith('SELECT') ? rows : []) as Row[]
  }
  return table
}

const contentsWith = (handles: Record<string, string>) =>
  makeContents(Object.entries(handles).map(([id, handle]) => makeProduct({ id, handle })))

t.test('a former handle finds what was renamed, also after a restart, until another product takes it', async (t) => {
  const table = openTable()
  await table.start().store(contentsWith({ prod_1: 'halo' }))
  const handles = table.start()
  await handles.store(undefined)
  const handleOf = async (present: Record<string, string>) => {
    const snapshot = await buildSnapshot(contentsWith(present), 'any')
    const shop = createShop(
      snapshot,
      () => undefined,
      () => NO_SYNONYMS,
      undefined,
      handles,
    )
    await handles.store(contentsWith(present))
    return shop.product('halo', { locale: 'en', regionId: '' })?.handle
  }
  t.equal(await handleOf({ prod_1: 'round-halo' }), 'round-halo')
  t.equal(await handleOf({ prod_2: 'other' }), undefined, 'not what is no longer sold')
  t.equal(await handleOf({ prod_1: 'round-halo', prod_2: 'halo' }), 'halo')
  t.equal(await handleOf({ prod_1: 'round-halo', prod_2: 'cushion-halo' }), 'cushion-halo')
})

t.test('a rename while the database is down is stored with the next change', async (t) => {
  const table = openTable()
  const handles = table.start()
  table.isDown = true
  await handles.store(contentsWith({ prod_1: 'halo' }))
  t.equal(table.warnings, 1, 'and the operator is told')
  table.isDown = false
  await handles.store(contentsWith({ prod_1: 'halo' }))
  await handles.store(contentsWith({ prod_1: 'round-halo' }))
  t.equal(handles.productId('halo'), 'prod_1')
})
