import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { cleanUpRegularly } from '#server/infra/cleanup.ts'
import type { Database } from '#server/infra/database/database.ts'
import { dayBefore } from '#server/infra/scheduling.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { isNarrowed } from '#shared/product/listing-filters.ts'
import type { SearchAnswer, SearchReading } from '#shared/product/search.ts'
import type { SearchQuery } from '#shared/shop-data.ts'

import { addEmptySearches, forgetEmptySearches, keepMostWanted, type EmptySearch } from './empty-searches-queries.ts'

declare module 'fastify' {
  interface FastifyInstance {
    emptySearches: EmptySearches
  }
}

type EmptySearches = ReturnType<typeof createEmptySearches>

/** The maximum number of rows of one day. */
const MAX_A_DAY = 500
/** The maximum number of unwritten rows in memory, also while the database is down. */
const MAX_WAITING = 500
const RETENTION_DAYS = 90
const WRITE_MS = 5000

/**
 * Counts searches without results for the staff. No search waits for the database or fails with it. Counts are written
 * every 5 s and when the server closes.
 */
export const emptySearches = fp(
  async function emptySearches(app: FastifyInstance) {
    const searches = createEmptySearches(app.database, app.log)
    app.decorate('emptySearches', searches)
    cleanUpRegularly(app, 'old searches without results', searches.deleteOld)
    let timer: NodeJS.Timeout | undefined
    app.addHook('onListen', async () => {
      timer = setInterval(() => void searches.write(), WRITE_MS).unref()
    })
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await searches.write()
    })
  },
  { name: 'empty-searches', dependencies: ['database'] },
)

/**
 * Counts searches without results by day, language and query. The counts hold nothing about the visitor.
 * @param now the clock, replaced in tests
 */
export function createEmptySearches(
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: Pick<FastifyBaseLogger, 'debug'>,
  now: () => Date = () => new Date(),
) {
  let waiting = new Map<string, EmptySearch>()

  function count(added: EmptySearch): void {
    const key = `${added.day} ${added.locale} ${added.query}`
    const known = waiting.get(key)
    if (known) Object.assign(known, added, { times: known.times + added.times })
    else if (waiting.size < MAX_WAITING) waiting.set(key, added)
  }

  return {
    /** Counts a search that found nothing as typed. Only writes to memory, and never throws. */
    note(locale: Locale, reading: Pick<SearchReading, 'query' | 'instead' | 'is_nearest'>) {
      // The query was found after a spelling or keyboard correction, so no product is missing.
      if (reading.instead !== null && !reading.is_nearest) return
      const query = toCountableQuery(reading.query)
      if (query) count({ day: dayBefore(now(), 0), locale, query, times: 1, hasNearest: reading.is_nearest })
    },

    /** Writes the counts since the last call to the database. Keeps them for the next call if that fails. */
    async write() {
      if (waiting.size === 0 || database.state() !== 'ready') return
      // All processes write rows in the same order, which prevents deadlocks.
      const counts = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
      waiting = new Map()
      try {
        await database.transaction(async (tx) => {
          await addEmptySearches(tx, counts)
          for (const day of new Set(counts.map((row) => row.day))) await keepMostWanted(tx, day, MAX_A_DAY)
        })
      } catch (error) {
        for (const row of counts) count(row)
        log.debug(
          { event: 'database.counts_failed', err: error },
          'searches without results could not be written; will retry',
        )
      }
    },

    /** Deletes counts older than `RETENTION_DAYS`. */
    deleteOld: async () => forgetEmptySearches(database, dayBefore(now(), RETENTION_DAYS)),
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

/**
 * Counts a search that found neither a product nor a page. Ignores further pages, and searches whose results a filter
 * may have removed.
 */
export function noteIfEmpty(
  app: Pick<FastifyInstance, 'emptySearches'>,
  locale: Locale,
  { offset = 0, ...query }: SearchQuery,
  { count, pages, reading }: Pick<SearchAnswer, 'count' | 'pages' | 'reading'>,
): void {
  const price = query.price ?? reading.price ?? undefined
  if (offset === 0 && !isNarrowed({ ...query, price }) && pages.length === 0 && (count === 0 || reading.is_nearest))
    app.emptySearches.note(locale, reading)
}
