import type { Queryable } from '#server/infra/database/database.ts'
import type { ConsentRecord } from '#shared/privacy/consent.ts'

/** Puts a choice on record; what was chosen before stays there. A choice that is told of again is the same one. */
export async function recordConsent({ query }: Queryable, { id, choice, version }: ConsentRecord): Promise<void> {
  await query(
    `INSERT INTO consent_records (browser, choice, version)
     SELECT $1::text, $2::text, $3::text
     WHERE NOT EXISTS (
       SELECT FROM (SELECT choice, version FROM consent_records WHERE browser = $1 ORDER BY number DESC LIMIT 1) AS last
       WHERE last.choice = $2 AND last.version = $3
     )`,
    [id, choice, version],
  )
}
