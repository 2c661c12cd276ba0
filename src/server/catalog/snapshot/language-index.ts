import SearchableMap from 'minisearch/SearchableMap'

import type { YieldToLoop } from '#server/infra/scheduling.ts'

import { soundKey } from '../spelling/sound-key.ts'
import { stemTerm, isNumber, splitTerms } from '../spelling/split-terms.ts'
import type { ProductText } from './product-texts.ts'

export interface Term {
  stem: string
  /** The spellings in the texts, lower case. */
  forms: readonly string[]
  /** Product numbers, ascending. */
  products: Uint32Array
  weights: Uint8Array
  /** Words that only occur in descriptions match without corrections or completions. */
  isDistinctive: boolean
}

export interface LanguageIndex {
  byStem: ReadonlyMap<string, Term>
  /** By normalized forms and stems. */
  bySpelling: SearchableMap<Term>
  /** By the sound keys of words that name products. */
  bySound: SearchableMap<Term>
  /** Stems that have a meaning only together. `byStem` has a term for each such phrase by its `phraseKey`. */
  phrases: readonly (readonly string[])[]
}

export function phraseKey(stems: readonly string[]): string {
  return stems.toSorted().join(' ')
}

interface TermBuilder {
  stem: string
  forms: Set<string>
  plain: Set<string>
  products: number[]
  weights: number[]
  isDistinctive: boolean
}

const MOST_WEIGHT = 255

/** A word in several texts of a product weighs a little more than in the best of them. */
function add({ products, weights }: TermBuilder, product: number, weight: number, isDistinctive: boolean): void {
  const last = products.length - 1
  if (products[last] === product) {
    const best = Math.max(weights[last] ?? 0, weight)
    weights[last] = isDistinctive ? Math.min(MOST_WEIGHT, best + weight / 8) : best
  } else {
    products.push(product)
    weights.push(weight)
  }
}

export async function buildLanguageIndex(
  size: number,
  textsOf: (product: number) => readonly ProductText[],
  yieldToLoop: YieldToLoop,
): Promise<LanguageIndex> {
  const builders = new Map<string, TermBuilder>()
  const phrases = new Map<string, readonly string[]>()
  const byPlain = new Map<string, TermBuilder>()

  function termOf(stem: string): TermBuilder {
    const known = builders.get(stem)
    if (known) return known
    const term = {
      stem,
      forms: new Set<string>(),
      plain: new Set<string>(),
      products: [],
      weights: [],
      isDistinctive: false,
    }
    builders.set(stem, term)
    return term
  }

  function termOfPlain(plain: string): TermBuilder {
    const known = byPlain.get(plain)
    if (known) return known
    const term = termOf(stemTerm(plain))
    byPlain.set(plain, term)
    term.plain.add(plain)
    return term
  }

  function read(product: number, { text, weight, isDistinctive, isPhrase }: ProductText): void {
    const terms = splitTerms(text)
    const stems = new Set<string>()
    for (const { written, plain } of terms) {
      const term = termOfPlain(plain)
      term.forms.add(written)
      term.isDistinctive ||= isDistinctive
      stems.add(term.stem)
      add(term, product, weight, isDistinctive)
    }
    if (!isPhrase || stems.size < 2) return
    const phrase = termOf(phraseKey([...stems]))
    phrases.set(phrase.stem, [...stems])
    for (const { written } of terms) phrase.forms.add(written)
    add(phrase, product, weight * stems.size, isDistinctive)
  }

  for (let product = 0; product < size; product += 1) {
    for (const text of textsOf(product)) read(product, text)
    await yieldToLoop()
  }

  const byStem = new Map<string, Term>()
  const bySpelling = new SearchableMap<Term>()
  const bySound = new SearchableMap<Term>()
  for (const { plain, ...built } of builders.values()) {
    const term: Term = {
      ...built,
      forms: [...built.forms],
      products: Uint32Array.from(built.products),
      weights: Uint8Array.from(built.weights),
    }
    byStem.set(term.stem, term)
    for (const spelling of plain.size > 0 ? [term.stem, ...plain] : []) {
      bySpelling.set(spelling, term)
      if (term.isDistinctive && !isNumber(spelling)) bySound.set(soundKey(spelling), term)
    }
    await yieldToLoop()
  }
  return { byStem, bySpelling, bySound, phrases: [...phrases.values()] }
}
