import { readFileSync } from 'node:fs'

import type { Locale } from '#shared/i18n/locale.ts'

/** A query and its wanted result, as a good shop assistant would choose it. */
export interface RelevanceRow {
  kind: string
  locale: Locale
  q: string
  /**
   * The handle of a product that must be among the first three results, or of a category that the first three results
   * must belong to (all its products if it has fewer).
   */
  wants: string
}

/**
 * Queries for the sample shop, written before the search was: a title for each kind, and lines such as
 * `en pear ring | pear-solitaire-ring`. Rows are only added: a failing row is reported, never reworded.
 */
export const RELEVANCE_TABLE: readonly RelevanceRow[] = readFileSync(`${import.meta.dirname}/relevance.txt`, 'utf8')
  .trim()
  .split(/^# /m)
  .slice(1)
  .flatMap((group) => {
    const [kind = '', ...lines] = group.trim().split('\n')
    return lines.map((line) => {
      const [, locale, q = '', wants = ''] = /^(\w\w) (.*) \| (.*)$/.exec(line) ?? []
      return { kind, locale: locale as Locale, q, wants }
    })
  })
