import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Database } from '#server/infra/database/database.ts'
import { dayBefore } from '#server/infra/scheduling.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { SearchAnswer, SearchReading } from '#shared/product/search.ts'
import type { SearchQuery } from '#shared/shop-data.ts'

import { addEmptySearches, forgetEmptySearches, keepMostWanted, type EmptySearch } from './empty-searches-queries.ts'

export interface EmptySearches {
  /** Counts a search that found nothing as it was typed. Costs it nothing, and throws nothing. */
  note: (locale: Locale, reading: Pick<SearchReading, 'query' | 'instead' | 'is_nearest'>) => void
  /** Writes down what was noted since. */
  write: () => Promise<void>
  /** Deletes what is older than may be kept. */
  forgetOld: () => Promise<void>
}

/** Different queries of one day, in both languages together. */
const MOST_A_DAY = 500
/** That wait to be written, also while the database is down. */
const MOST_WAITING = 500
export const RETENTION_DAYS = 90

/**
 * Searches without results, counted by day, language and query; no one's own.
 * @param now the time of day, where it is not the real one
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
      // A word in other letters or with a slip was found: nothing is missing on the shelf.
      if (reading.instead !== null && !reading.is_nearest) return
      const query = toCountableQuery(reading.query)
      if (query) add({ day: dayBefore(now(), 0), locale, query, times: 1, hasNearest: reading.is_nearest })
    },

    async write() {
      if (waiting.size === 0 || database.state() !== 'ready') return
      // In one order, so that two processes never wait for each other's rows.
      const searches = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, search]) => search)
      waiting = new Map()
      try {
        await database.transaction(async (tx) => {
          await addEmptySearches(tx, searches)
          for (const day of new Set(searches.map((search) => search.day))) await keepMostWanted(tx, day, MOST_A_DAY)
        })
      } catch (error) {
        for (const search of searches) add(search)
        log.debug({ err: error }, 'searches without results wait to be counted')
      }
    },

    forgetOld: async () => forgetEmptySearches(database, dayBefore(now(), RETENTION_DAYS)),
  }
}

const LONGEST = 60

/** Five digits in a row, also as people write the number of a telephone or a card. */
const LONG_NUMBER = /\p{Nd}(?:[\s().+/_-]*\p{Nd}){4}/u
/** `https://…`, `www.…`, `name.example`: letters on both sides of a dot. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{Nd}]\.\p{L}{2}/u

/**
 * A query as it may be counted: lower case, in one line, without what cannot be seen, cut short.
 * @returns undefined where it could tell of a person: an address, a long number, a place in the web
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

/** Counts a search that found nothing; one whose finds a choice took away, or another page of one, is none. */
export function noteIfEmpty(
  { emptySearches }: Pick<FastifyInstance, 'emptySearches'>,
  locale: Locale,
  { offset = 0, metals = [], cuts = [], price, inStock = false }: SearchQuery,
  { count, reading }: Pick<SearchAnswer, 'count' | 'reading'>,
): void {
  const isNarrowed = metals.length + cuts.length > 0 || price !== undefined || inStock
  if (offset === 0 && !isNarrowed && (count === 0 || reading.is_nearest)) emptySearches.note(locale, reading)
}
