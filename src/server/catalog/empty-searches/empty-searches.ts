import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Database } from '#server/infra/database/database.ts'
import { dayBefore } from '#server/infra/scheduling.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { SearchAnswer, SearchReading } from '#shared/product/search.ts'
import type { SearchQuery } from '#shared/shop-data.ts'

import { addEmptySearches, forgetEmptySearches, keepMostWanted, type EmptySearch } from './empty-searches-queries.ts'

export interface EmptySearches {
  /** Counts a search that found nothing as typed. Only writes to memory. Never throws. */
  note: (locale: Locale, reading: Pick<SearchReading, 'query' | 'instead' | 'is_nearest'>) => void
  /** Writes the counts since the last call to the database. Keeps them for the next call if that fails. */
  write: () => Promise<void>
  /** Deletes counts older than `RETENTION_DAYS`. */
  forgetOld: () => Promise<void>
}

/** How many queries of one day are kept, of both languages together. */
const MOST_A_DAY = 500
/** How many unwritten queries memory holds, also while the database is down. */
const MOST_WAITING = 500
export const RETENTION_DAYS = 90

/**
 * Counts searches without results by day, language and query. The counts hold nothing about the visitor.
 * @param now the clock, replaced in tests
 */
export function createEmptySearches(
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: FastifyBaseLogger,
  now: () => Date = () => new Date(),
): EmptySearches {
  let waiting = new Map<string, EmptySearch>()

  function add(search: EmptySearch): void {
    const key = `${search.day} ${search.locale} ${search.query}`
    const known = waiting.get(key)
    if (known) Object.assign(known, { times: known.times + search.times, hasNearest: search.hasNearest })
    else if (waiting.size < MOST_WAITING) waiting.set(key, search)
  }

  return {
    note(locale, reading) {
      // The query was found after a spelling or keyboard correction, so no product is missing.
      if (reading.instead !== null && !reading.is_nearest) return
      const query = toCountableQuery(reading.query)
      if (query) add({ day: dayBefore(now(), 0), locale, query, times: 1, hasNearest: reading.is_nearest })
    },

    async write() {
      if (waiting.size === 0 || database.state() !== 'ready') return
      // All processes write rows in the same order, which prevents deadlocks.
      const searches = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, search]) => search)
      waiting = new Map()
      try {
        await database.transaction(async (tx) => {
          await addEmptySearches(tx, searches)
          for (const day of new Set(searches.map((search) => search.day))) await keepMostWanted(tx, day, MOST_A_DAY)
        })
      } catch (error) {
        for (const search of searches) add(search)
        log.debug({ err: error }, 'searches without results could not be written; will retry')
      }
    },

    forgetOld: async () => forgetEmptySearches(database, dayBefore(now(), RETENTION_DAYS)),
  }
}

const LONGEST = 60

/** Five digits in a row, also with the separators of telephone or card numbers. */
const LONG_NUMBER = /\p{Nd}(?:[\s().+/_-]*\p{Nd}){4}/u
/** `https://…`, `www.…`, `name.example`. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{Nd}]\.\p{L}{2}/u

/**
 * Normalizes a query for counting: lower case, one line, no invisible characters, at most 60 characters.
 * @returns undefined if the query is empty or may hold personal data: an email address, a long number, a URL
 */
export function toCountableQuery(typed: string): string | undefined {
  const text = typed
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\s\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .toLowerCase()
  if (!/[\p{L}\p{Nd}]/u.test(text)) return undefined
  if (text.includes('@') || LONG_NUMBER.test(text) || WEB_ADDRESS.test(text)) return undefined
  return Array.from(text).slice(0, LONGEST).join('').trim()
}

/** Counts a search that found nothing. Ignores further pages, and searches whose results a filter may have removed. */
export function noteIfEmpty(
  { emptySearches }: Pick<FastifyInstance, 'emptySearches'>,
  locale: Locale,
  { offset = 0, metals = [], cuts = [], price, inStock = false }: SearchQuery,
  { count, reading }: Pick<SearchAnswer, 'count' | 'reading'>,
): void {
  const isNarrowed = metals.length + cuts.length > 0 || price !== undefined || inStock
  if (offset === 0 && !isNarrowed && (count === 0 || reading.is_nearest)) emptySearches.note(locale, reading)
}
