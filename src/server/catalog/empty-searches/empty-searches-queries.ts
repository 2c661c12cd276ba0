import type { Queryable } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** How often a query found nothing on a day (`2026-11-21`). */
export interface EmptySearch {
  day: string
  locale: Locale
  query: string
  times: number
  /** Whether nearest matches were shown. */
  hasNearest: boolean
}

export interface WantedSearch {
  locale: Locale
  query: string
  times: number
  has_nearest: boolean
}

/** Adds counts to the rows of their days. No two searches may have the same day, language and query. */
export async function addEmptySearches({ query }: Queryable, searches: readonly EmptySearch[]): Promise<void> {
  await query(
    `INSERT INTO empty_searches AS known (day, locale, query, times, has_nearest)
     SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::integer[], $5::boolean[])
     ON CONFLICT (day, locale, query) DO UPDATE
       SET times = known.times + excluded.times, has_nearest = excluded.has_nearest, noted_at = now()`,
    [
      searches.map(({ day }) => day),
      searches.map(({ locale }) => locale),
      searches.map((search) => search.query),
      searches.map(({ times }) => times),
      searches.map(({ hasNearest }) => hasNearest),
    ],
  )
}

/** Keeps the `most` most frequent queries of a day, and of equally frequent ones the newest; deletes the others. */
export async function keepMostWanted({ query }: Queryable, day: string, most: number): Promise<void> {
  await query(
    `DELETE FROM empty_searches WHERE day = $1 AND (locale, query) IN (
       SELECT locale, query FROM empty_searches WHERE day = $1 ORDER BY times DESC, noted_at DESC OFFSET $2
     )`,
    [day, most],
  )
}

/**
 * @param since the first day to count
 * @returns the most frequent queries first
 */
export async function mostWantedSearches({ query }: Queryable, since: string): Promise<WantedSearch[]> {
  return query<WantedSearch>(
    `SELECT locale, query, sum(times)::integer AS times,
            (array_agg(has_nearest ORDER BY noted_at DESC))[1] AS has_nearest
     FROM empty_searches WHERE day >= $1
     GROUP BY locale, query
     ORDER BY times DESC, query`,
    [since],
  )
}

export async function forgetEmptySearches({ query }: Queryable, before: string): Promise<void> {
  await query('DELETE FROM empty_searches WHERE day < $1', [before])
}
