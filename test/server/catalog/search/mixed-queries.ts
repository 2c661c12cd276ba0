import type { ProductRecord } from '#server/catalog/records/records.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import type { Random } from '#test/support/random.ts'

import { RELEVANCE_TABLE } from './relevance-table.ts'

export interface MixedQuery {
  q: string
  locale: Locale
}

const ALPHABETS: Record<Locale, string> = { en: 'abcdefghijklmnopqrstuvwxyz', ru: 'абвгдежзиклмнопрстуфхцчшыьэюя' }

/**
 * Distinct random queries: rows of the relevance table and words of products, reordered, cut short, with typos, and in
 * the other language.
 */
export function mixedQueries(random: Random, products: readonly ProductRecord[], count: number): MixedQuery[] {
  const queries = new Map<string, MixedQuery>()
  while (queries.size < count) {
    const query = random.isLucky(40) ? random.pick(RELEVANCE_TABLE) : wordsOfProduct(random, random.pick(products))
    const q = random.isLucky(30) ? withTypo(random, query) : query.q
    queries.set(`${query.locale} ${q}`, { q, locale: query.locale })
  }
  return [...queries.values()]
}

function wordsOfProduct(random: Random, { words, variants }: ProductRecord): MixedQuery {
  const [locale, written] = [random.pick(LOCALES), random.pick(LOCALES)]
  const sku = variants[0]?.sku
  if (sku && random.isLucky(5)) return { q: sku, locale }
  const { title, subtitle, material } = words[written]
  const all = `${title} ${random.isLucky(30) ? subtitle : ''} ${random.isLucky(30) ? material : ''}`.split(/[\s«»,:]+/)
  const chosen = random.some(all, 4).join(' ').toLowerCase() || title.toLowerCase()
  // An unfinished query.
  const q = random.isLucky(20) ? chosen.slice(0, 2 + random.below(chosen.length)) : chosen
  return { q, locale }
}

function withTypo(random: Random, { q, locale }: MixedQuery): string {
  const at = random.below(q.length)
  const character = ALPHABETS[locale].charAt(random.below(ALPHABETS[locale].length))
  const [before, after] = [q.slice(0, at), q.slice(at + 1)]
  return random.pick([before + after, before + character + after, `${before}${character}${q.slice(at)}`])
}
