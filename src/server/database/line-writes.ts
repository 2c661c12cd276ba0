import { NOTHING_NOTED, type SharedWrites } from '#server/commerce/turns/overtaken-writes.ts'

import type { Queryable } from './database.ts'
import { SCHEMA } from './migrate.ts'
import type { SteadyConnection } from './steady-connection.ts'

/** Stands for all pages: who said what is wanted of the line in all. */
const ANY_PAGE = ''

const READ = `SELECT page, number FROM ${SCHEMA}.line_writes WHERE cart = $1 AND line = $2 AND page IN ($3, '${ANY_PAGE}')`
const NOTE = `INSERT INTO ${SCHEMA}.line_writes (cart, line, page, number) SELECT $1, $2, unnest($3::text[]), $4
  ON CONFLICT (cart, line, page) DO UPDATE SET number = excluded.number, noted_at = now()`

/** The newest writes to lines of carts, of all processes of the shop. */
export function createSharedWrites({ ask }: Pick<SteadyConnection, 'ask'>): SharedWrites {
  return {
    async of(cartId, { line, page }) {
      const rows = await ask<{ page: string; number: string }>({
        name: 'read-writes',
        text: READ,
        values: [cartId, line, page],
      })
      const numberOf = (name: string): number => Number(rows?.find((row) => row.page === name)?.number ?? -1)
      return rows ? { ofPage: numberOf(page), ofLine: numberOf(ANY_PAGE) } : NOTHING_NOTED
    },
    async note(cartId, { line, page, number, isWhole }) {
      const pages = isWhole ? [page, ANY_PAGE] : [page]
      await ask({ name: 'note-write', text: NOTE, values: [cartId, line, pages, number] })
    },
  }
}

/** No write is on its way for an hour. */
export async function forgetLineWrites({ query }: Queryable): Promise<void> {
  await query("DELETE FROM line_writes WHERE noted_at < now() - interval '1 hour'")
}
