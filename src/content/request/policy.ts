import type { ContentQuery, SortRule } from '../query/content-query.ts'
import { isRecord } from '../query/is-record.ts'
import { readWhere } from '../query/plan-query.ts'
import { DEFAULT_SORT } from './query-content.ts'

export interface PolicySettings {
  /** None: nothing is narrowed to a language. */
  locales: readonly string[]
  defaultLocale?: string | undefined
}

/** The condition that keeps drafts from those who may not see them. */
export const NO_DRAFTS = Object.freeze({ _draft: Object.freeze({ $ne: true }) })

/**
 * Adds what every question is asked with: the default order, the default language, and no drafts.
 *
 * The language is added unless a condition on `_locale` of the document is there, also within `$and`, `$or`, `$not` and
 * `$match`. Drafts never come without a preview, whatever is asked for about them; in a preview they come like any other
 * document, and a condition on `_draft` chooses among them. Parameters that do not exist, `locale` among them, change
 * nothing.
 * @throws {ContentError} 400 for conditions that are no objects
 */
export function applyPolicy(
  query: ContentQuery,
  { locales, defaultLocale }: PolicySettings,
  preview: boolean,
): ContentQuery & { where: Record<string, unknown>[] } {
  const where = [...readWhere(query.where)]
  if (locales.length > 0 && !where.some((entry) => asksFor('_locale', entry))) where.push({ _locale: defaultLocale })
  if (!preview) where.push(NO_DRAFTS)
  const hasSort = Array.isArray(query.sort) ? query.sort.length > 0 : Boolean(query.sort)
  return { ...query, where, sort: hasSort ? (query.sort as SortRule[]) : DEFAULT_SORT }
}

function asksFor(key: string, condition: unknown): boolean {
  if (Array.isArray(condition)) return condition.some((inner) => asksFor(key, inner))
  if (!isRecord(condition)) return false
  if (Object.hasOwn(condition, key)) return true
  return ['$and', '$or', '$not', '$match'].some(
    (group) => Object.hasOwn(condition, group) && asksFor(key, condition[group]),
  )
}
