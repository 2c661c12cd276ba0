import SearchableMap from 'minisearch/SearchableMap'

import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { type Locale, LOCALES } from '#shared/i18n/locale.ts'

import { type ProductRecord, perLocale } from '../records/records.ts'
import { soundKey } from '../spelling/sound-key.ts'
import { isNumber, splitTerms, stemTerm } from '../spelling/split-terms.ts'
import { productTexts, searchedFacts, type Naming, type ProductText } from './product-texts.ts'

export interface Term {
  stem: string
  /** The spellings in the texts, lower case. */
  forms: Set<string>
  /** By product number. */
  weights: Map<number, number>
  /** Words that only occur in descriptions match without corrections or completions. */
  isDistinctive: boolean
}

export interface Vocabulary {
  byStem: Map<string, Term>
  /** By normalized forms and stems. */
  bySpelling: SearchableMap<Term>
  /** By the sound keys of words that name products. */
  bySound: SearchableMap<Set<Term>>
}

/** Has no prices or stock, so that most changes do not affect it. */
export interface SearchIndex extends Vocabulary {
  records: readonly ProductRecord[]
  /** By product id. A later index of the same texts keeps them, whatever the order of its products. */
  numbers: ReadonlyMap<string, number>
  naming: Naming
  /** Stems that have a meaning only together. `byStem` has a term for each such phrase by its `phraseKey`. */
  phrases: ReadonlyMap<string, readonly string[]>
  /** All spellings in the texts of each language. */
  forms: Record<Locale, Set<string>>
}

export function phraseKey(stems: readonly string[]): string {
  return stems.toSorted().join(' ')
}

export function createVocabulary(): Vocabulary {
  return { byStem: new Map(), bySpelling: new SearchableMap(), bySound: new SearchableMap() }
}

export function addTerm({ byStem }: Vocabulary, stem: string): Term {
  const term: Term = byStem.get(stem) ?? { stem, forms: new Set(), weights: new Map(), isDistinctive: false }
  byStem.set(stem, term)
  return term
}

export function addSpelling({ bySpelling, bySound }: Vocabulary, spelling: string, term: Term): void {
  bySpelling.set(spelling, term)
  if (term.isDistinctive && !isNumber(spelling)) bySound.fetch(soundKey(spelling), () => new Set()).add(term)
}

/** @param before the previous index; reused if no searchable text changed */
export async function buildSearchIndex(
  records: readonly ProductRecord[],
  naming: Naming,
  yieldToLoop: YieldToLoop,
  before?: SearchIndex,
): Promise<SearchIndex> {
  if (before && (await isSame(before, records, naming, yieldToLoop))) return { ...before, records, naming }
  const vocabulary = createVocabulary()
  const phrases = new Map<string, readonly string[]>()
  const byPlain = new Map<string, Term>()
  const forms = perLocale(() => new Set<string>())
  for (const [number, record] of records.entries()) {
    for (const locale of LOCALES) for (const text of productTexts(record, locale, naming)) read(text, number, locale)
    await yieldToLoop()
  }
  for (const [plain, term] of byPlain) {
    for (const spelling of [term.stem, plain]) addSpelling(vocabulary, spelling, term)
    await yieldToLoop()
  }
  const numbers = new Map(records.map(({ id }, number) => [id, number]))
  return { ...vocabulary, phrases, forms, records, numbers, naming }

  function read({ text, weight, isDistinctive, isPhrase }: ProductText, number: number, locale: Locale): void {
    const add = (term: Term, written: string, more: number): void => {
      term.weights.set(number, Math.max(term.weights.get(number) ?? 0, more))
      term.isDistinctive ||= isDistinctive
      term.forms.add(written)
      forms[locale].add(written)
    }
    const terms = splitTerms(text)
    const stems = new Set<string>()
    for (const { written, plain } of terms) {
      const term = byPlain.get(plain) ?? addTerm(vocabulary, stemTerm(plain))
      byPlain.set(plain, term)
      stems.add(term.stem)
      add(term, written, weight)
    }
    if (!isPhrase || stems.size < 2) return
    const phrase = phraseKey([...stems])
    phrases.set(phrase, [...stems])
    for (const { written } of terms) add(addTerm(vocabulary, phrase), written, weight * stems.size)
  }
}

/** Whether no searchable text changed. */
async function isSame(
  { records, naming }: SearchIndex,
  products: readonly ProductRecord[],
  next: Naming,
  yieldToLoop: YieldToLoop,
): Promise<boolean> {
  if (records.length !== products.length || !isSameNaming(naming, next)) return false
  const known = new Map(records.map((record) => [record.id, record]))
  for (const product of products) {
    const record = known.get(product.id)
    if (!record || (record !== product && searchedFacts(record) !== searchedFacts(product))) return false
    await yieldToLoop()
  }
  return true
}

function isSameNaming(a: Naming, b: Naming): boolean {
  const serialize = ({ categoryById, collectionById }: Naming) =>
    JSON.stringify([[...categoryById.values()], [...collectionById.values()]])
  return a === b || serialize(a) === serialize(b)
}
