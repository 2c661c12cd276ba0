import type { ProductRecord } from '#server/catalog/records/records.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import type { Random } from '#test/support/random.ts'

import { RELEVANCE_TABLE } from './relevance-table.ts'

export interface MixedQuery {
  q: string
  locale: Locale
}

const EMAILS: Record<Locale, string> = { en: 'abcdefghijklmnopqrstuvwxyz', ru: 'абвгдежзиклмнопрстуфхцчшыьэюя' }

/**
 * As different as shoppers are, and no two alike: what the relevance table has, and words of products, in some order,
 * broken off, with slips, in the other language.
 */
export function mixedQueries(random: Random, products: readonly ProductRecord[], count: number): MixedQuery[] {
  const queries = new Map<string, MixedQuery>()
  while (queries.size < count) {
    const query = random.isLucky(40) ? random.pick(RELEVANCE_TABLE) : termsOfProduct(random, random.pick(products))
    const q = random.isLucky(30) ? withSlip(random, query) : query.q
    queries.set(`${query.locale} ${q}`, { q, locale: query.locale })
  }
  return [...queries.values()]
}

function termsOfProduct(random: Random, { words: terms, variants }: ProductRecord): MixedQuery {
  const [locale, written] = [random.pick(LOCALES), random.pick(LOCALES)]
  const sku = variants[0]?.sku
  if (sku && random.isLucky(5)) return { q: sku, locale }
  const { title, subtitle, material } = terms[written]
  const all = `${title} ${random.isLucky(30) ? subtitle : ''} ${random.isLucky(30) ? material : ''}`.split(/[\s«»,:]+/)
  const chosen = random.some(all, 4).join(' ').toLowerCase() || title.toLowerCase()
  // As it stands while it is typed.
  const q = random.isLucky(20) ? chosen.slice(0, 2 + random.below(chosen.length)) : chosen
  return { q, locale }
}

function withSlip(random: Random, { q, locale }: MixedQuery): string {
  const at = random.below(q.length)
  const character = EMAILS[locale].charAt(random.below(EMAILS[locale].length))
  const [before, after] = [q.slice(0, at), q.slice(at + 1)]
  return random.pick([before + after, before + character + after, `${before}${character}${q.slice(at)}`])
}
