import type { ContentQuery } from '#shared/content/content-source.ts'

import { isRecord } from '../query/is-record.ts'
import { readWhere } from '../query/plan-query.ts'
import { DEFAULT_SORT } from './query-content.ts'

export interface PolicySettings {
  /** Queries are not narrowed if there are none. */
  locales: readonly string[]
  defaultLocale?: string
}

export const NO_DRAFTS = Object.freeze({ _draft: Object.freeze({ $ne: true }) })

/**
 * Adds the sort order, the locale unless a condition on `_locale` stands anywhere, and the exclusion of drafts. In a
 * preview drafts are ordinary documents. Throws ContentError 400 for conditions that are not objects.
 */
export function applyPolicy(
  query: ContentQuery,
  { locales, defaultLocale }: PolicySettings,
  preview: boolean,
): ContentQuery & { where: Record<string, unknown>[] } {
  const where = [...readWhere(query.where)]
  if (locales.length > 0 && !where.some((entry) => hasConditionOn('_locale', entry)))
    where.push({ _locale: defaultLocale })
  if (!preview) where.push(NO_DRAFTS)
  const hasSort = Array.isArray(query.sort) ? query.sort.length > 0 : Boolean(query.sort)
  return { ...query, where, sort: hasSort ? query.sort : DEFAULT_SORT }
}

function hasConditionOn(key: string, condition: unknown): boolean {
  if (Array.isArray(condition)) return condition.some((inner) => hasConditionOn(key, inner))
  if (!isRecord(condition)) return false
  if (Object.hasOwn(condition, key)) return true
  return ['$and', '$or', '$not', '$match'].some(
    (group) => Object.hasOwn(condition, group) && hasConditionOn(key, condition[group]),
  )
}
