import type { Queryable } from '#server/infra/database/database.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'
import type { SteadyConnection } from '#server/infra/database/steady-connection.ts'

import type { SharedWrites } from './stale-writes.ts'

const READ = `SELECT page, number, more FROM ${SCHEMA}.line_writes
  WHERE cart = $1 AND line = $2 AND noted_at > now() - interval '5 minutes'`
const NOTE = `INSERT INTO ${SCHEMA}.line_writes (cart, line, page, number, more) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`

interface Row {
  page: string
  number: string
  more: number | null
}

/** The newest writes to lines of carts, of all processes of the shop. */
export function createSharedWrites({ ask }: Pick<SteadyConnection, 'ask'>): SharedWrites {
  return {
    async of(cartId, line) {
      const rows = await ask<Row>({ name: 'read-writes', text: READ, values: [cartId, line] })
      return (rows ?? []).map(({ page, number, more }) => ({ page, number: Number(number), more: more ?? undefined }))
    },
    async note(cartId, { line, page, number, more }) {
      await ask({ name: 'note-write', text: NOTE, values: [cartId, line, page, number, more ?? null] })
    },
  }
}

/** No write is on its way for an hour. */
export async function forgetLineWrites({ query }: Queryable): Promise<void> {
  await query("DELETE FROM line_writes WHERE noted_at < now() - interval '1 hour'")
}
