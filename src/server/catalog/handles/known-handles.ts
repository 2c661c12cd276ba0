import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#server/infra/database/database.ts'

import type { CatalogContents } from '../records/records.ts'

export interface FormerHandles {
  /** The id of the last product that had the handle. */
  productId(handle: string): string | undefined
  /** All handles that a category has had, with its present one. */
  ofCategory(id: string): string[]
}

export interface KnownHandles extends FormerHandles {
  /** Reads the stored handles, and stores those of the catalog. Never throws. The next call makes up for a failure. */
  store(contents: CatalogContents | undefined): Promise<void>
}

interface Row {
  kind: 'product' | 'category'
  handle: string
  id: string
}

/** Keeps every handle of the catalog in the database: a saved catalog knows the present ones only. */
export function createKnownHandles(
  { query }: Pick<Database, 'query'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): KnownHandles {
  const known = { product: new Map<string, string>(), category: new Map<string, string>() }
  let isRead = false

  const remember = (rows: readonly Row[]): void => {
    for (const { kind, handle, id } of rows) known[kind].set(handle, id)
  }

  async function add({ frame, products }: CatalogContents): Promise<void> {
    const rows: Row[] = [
      ...frame.categories.map(({ handle, id }) => ({ kind: 'category' as const, handle, id })),
      ...[...products.values()].map(({ handle, id }) => ({ kind: 'product' as const, handle, id })),
    ].filter(({ kind, handle, id }) => known[kind].get(handle) !== id)
    if (rows.length === 0) return
    // While a handle moves to another product, both may have it for a moment.
    await query(
      `INSERT INTO known_handles (kind, handle, id)
       SELECT DISTINCT ON (1, 2) * FROM unnest($1::text[], $2::text[], $3::text[])
       ON CONFLICT (kind, handle) DO UPDATE SET id = excluded.id`,
      [rows.map(({ kind }) => kind), rows.map(({ handle }) => handle), rows.map(({ id }) => id)],
    )
    remember(rows)
  }

  return {
    productId: (handle) => known.product.get(handle),
    ofCategory: (id) => [...known.category].flatMap(([handle, owner]) => (owner === id ? handle : [])),
    async store(contents) {
      try {
        if (!isRead) remember(await query<Row>('SELECT kind, handle, id FROM known_handles'))
        isRead = true
        if (contents) await add(contents)
      } catch (error) {
        log.warn(
          { event: 'catalog.handles_not_stored', err: error },
          'catalog: handles could not be read or stored, so former addresses may not redirect; retrying at the next change',
        )
      }
    },
  }
}
