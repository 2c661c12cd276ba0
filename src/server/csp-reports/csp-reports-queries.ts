import type { DailyCount } from '#server/infra/database/daily-counts.ts'
import type { Queryable } from '#server/infra/database/database.ts'

import type { Violation } from './read-reports.ts'

export interface CspReportSum extends Violation {
  times: number
  first_day: string
  last_day: string
}

/** Adds counts to the rows of their days. No two reports may have the same day, directive, URL and page. */
export async function addCspReports({ query }: Queryable, reports: readonly (Violation & DailyCount)[]): Promise<void> {
  await query(
    `INSERT INTO csp_reports AS known (day, directive, blocked, page, times)
     SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::integer[])
     ON CONFLICT (day, directive, blocked, page) DO UPDATE SET times = known.times + excluded.times, noted_at = now()`,
    [
      reports.map(({ day }) => day),
      reports.map(({ directive }) => directive),
      reports.map(({ blocked }) => blocked),
      reports.map(({ page }) => page),
      reports.map(({ times }) => times),
    ],
  )
}

/** Keeps the `most` most important rows of a day: those of checkout pages, then the most frequent; deletes the others. */
export async function keepFirstCspReports({ query }: Queryable, day: string, most: number): Promise<void> {
  await query(
    `DELETE FROM csp_reports WHERE day = $1 AND (directive, blocked, page) IN (
       SELECT directive, blocked, page FROM csp_reports WHERE day = $1
       ORDER BY page LIKE '%/checkout%' DESC, times DESC, noted_at OFFSET $2
     )`,
    [day, most],
  )
}

/**
 * @param since the first day to count
 * @returns checkout pages first, then the most frequent
 */
export async function sumCspReports({ query }: Queryable, since: string): Promise<CspReportSum[]> {
  return query<CspReportSum>(
    `SELECT directive, blocked, page, sum(times)::integer AS times,
            min(day)::text AS first_day, max(day)::text AS last_day
     FROM csp_reports WHERE day >= $1
     GROUP BY directive, blocked, page
     ORDER BY page LIKE '%/checkout%' DESC, times DESC, directive, blocked, page`,
    [since],
  )
}

export async function deleteCspReports({ query }: Queryable, before: string): Promise<void> {
  await query('DELETE FROM csp_reports WHERE day < $1', [before])
}
