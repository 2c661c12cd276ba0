import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { createDailyCounts, type DailyCounts } from '#server/infra/database/daily-counts.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { SearchAnswer, SearchReading } from '#shared/product/search.ts'
import type { SearchQuery } from '#shared/shop-data.ts'

import { addEmptySearches, forgetEmptySearches, keepMostWanted, type EmptySearch } from './empty-searches-queries.ts'

/** `note` only writes to memory and never throws. */
export interface EmptySearches extends Pick<DailyCounts<never>, 'write' | 'deleteOld'> {
  note: (locale: Locale, reading: Pick<SearchReading, 'query' | 'instead' | 'is_nearest'>) => void
}

export const NAME = 'searches without results'

/** The counts hold nothing about the visitor. */
export function createEmptySearches(
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: FastifyBaseLogger,
  now?: () => Date,
): EmptySearches {
  const table = {
    name: NAME,
    keyOf: ({ locale, query }: EmptySearch) => [locale, query],
    add: addEmptySearches,
    trim: keepMostWanted,
    deleteBefore: forgetEmptySearches,
  }
  const { note, write, deleteOld } = createDailyCounts(table, database, log, now)
  return {
    note(locale, reading) {
      // The query was found after a spelling or keyboard correction, so no product is missing.
      if (reading.instead !== null && !reading.is_nearest) return
      const query = toCountableQuery(reading.query)
      if (query) note({ locale, query, hasNearest: reading.is_nearest })
    },
    write,
    deleteOld,
  }
}

const LONGEST = 60

/** Five digits in a row, also with the separators of telephone or card numbers. */
const LONG_NUMBER = /\p{Nd}(?:[\s().+/_-]*\p{Nd}){4}/u
/** `https://…`, `www.…`, `name.example`. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{Nd}]\.\p{L}{2}/u

/** Undefined if the query is empty or may hold personal data: an email address, a long number, a URL. */
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

/** Ignores further pages, and searches whose results a filter may have removed. */
export function noteIfEmpty(
  { emptySearches }: Pick<FastifyInstance, 'emptySearches'>,
  locale: Locale,
  { offset = 0, metals = [], cuts = [], price, inStock = false }: SearchQuery,
  { count, pages, reading }: Pick<SearchAnswer, 'count' | 'pages' | 'reading'>,
): void {
  const isNarrowed = metals.length + cuts.length > 0 || (price ?? reading.price) != null || inStock
  if (offset === 0 && !isNarrowed && pages.length === 0 && (count === 0 || reading.is_nearest))
    emptySearches.note(locale, reading)
}
