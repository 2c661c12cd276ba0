import SearchableMap from 'minisearch/SearchableMap'

import type { YieldToLoop } from '#server/infra/scheduling.ts'

import { soundKey } from '../spelling/sound-key.ts'
import { stemTerm, isNumber, splitTerms } from '../spelling/split-terms.ts'
import type { ProductText } from './product-texts.ts'

/** A word in all its forms, and the products that have it. */
export interface Term {
  stem: string
  /** As they stand in the texts, lower case. */
  forms: readonly string[]
  /** Numbers of products, rising. */
  products: Uint32Array
  /** How much the word tells of each, up to 255. */
  weights: Uint8Array
  /** Whether it names products; a word of descriptions alone is found only as it stands. */
  isDistinctive: boolean
}

/** The words of one language. */
export interface LanguageIndex {
  byStem: ReadonlyMap<string, Term>
  /** By forms and stems, as they are compared: what a word that is not finished, or misspelt, is looked up in. */
  bySpelling: SearchableMap<Term>
  /** By what telling words sound like. */
  bySound: SearchableMap<Term>
  /** Stems of words that mean something together; `byStem` has a term for them, by `phraseKey`. */
  phrases: readonly (readonly string[])[]
}

/** Under what several stems stand together, in whatever order. */
export function phraseKey(stems: readonly string[]): string {
  return stems.toSorted().join(' ')
}

interface Growing {
  stem: string
  forms: Set<string>
  plain: Set<string>
  products: number[]
  weights: number[]
  isDistinctive: boolean
}

const MOST_WEIGHT = 255

/** A word that stands in several texts of a product tells a little more than in the best of them. */
function add({ products, weights }: Growing, product: number, weight: number, isDistinctive: boolean): void {
  const last = products.length - 1
  if (products[last] === product) {
    const best = Math.max(weights[last] ?? 0, weight)
    weights[last] = isDistinctive ? Math.min(MOST_WEIGHT, best + weight / 8) : best
  } else {
    products.push(product)
    weights.push(weight)
  }
}

/**
 * @param size how many products there are
 * @param textsOf the texts of a product by its number
 */
export async function buildLanguageIndex(
  size: number,
  textsOf: (product: number) => readonly ProductText[],
  yieldToLoop: YieldToLoop,
): Promise<LanguageIndex> {
  const growing = new Map<string, Growing>()
  const phrases = new Map<string, readonly string[]>()
  const byPlain = new Map<string, Growing>()

  function termOf(stem: string): Growing {
    const known = growing.get(stem)
    if (known) return known
    const term = {
      stem,
      forms: new Set<string>(),
      plain: new Set<string>(),
      products: [],
      weights: [],
      isDistinctive: false,
    }
    growing.set(stem, term)
    return term
  }

  function tokenOf(plain: string): Growing {
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
      const term = tokenOf(plain)
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
  for (const { plain, ...grown } of growing.values()) {
    const term: Term = {
      ...grown,
      forms: [...grown.forms],
      products: Uint32Array.from(grown.products),
      weights: Uint8Array.from(grown.weights),
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
