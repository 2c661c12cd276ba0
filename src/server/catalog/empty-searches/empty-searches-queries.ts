import type { DailyCount } from '#server/infra/database/daily-counts.ts'
import type { Queryable } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'

export interface EmptySearch {
  locale: Locale
  query: string
  /** Whether nearest matches were shown. */
  hasNearest: boolean
}

export interface WantedSearch {
  locale: Locale
  query: string
  times: number
  days: number
  has_nearest: boolean
}

/** No two searches may have the same day, language and query. */
export async function addEmptySearches(
  { query }: Queryable,
  searches: readonly (EmptySearch & DailyCount)[],
): Promise<void> {
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

export async function keepMostWanted({ query }: Queryable, day: string, most: number): Promise<void> {
  await query(
    `DELETE FROM empty_searches WHERE day = $1 AND (locale, query) IN (
       SELECT locale, query FROM empty_searches WHERE day = $1 ORDER BY times DESC, noted_at DESC OFFSET $2
     )`,
    [day, most],
  )
}

/** The most frequent queries first, counted from the day `since` on. */
export async function mostWantedSearches({ query }: Queryable, since: string): Promise<WantedSearch[]> {
  return query<WantedSearch>(
    `SELECT locale, query, sum(times)::integer AS times, count(*)::integer AS days,
            (array_agg(has_nearest ORDER BY noted_at DESC))[1] AS has_nearest
     FROM empty_searches WHERE day >= $1
     GROUP BY locale, query
     ORDER BY times DESC, days DESC, query`,
    [since],
  )
}

export async function forgetEmptySearches({ query }: Queryable, before: string): Promise<void> {
  await query('DELETE FROM empty_searches WHERE day < $1', [before])
}
