import type { Locale } from '#shared/i18n/locale.ts'

import { phraseTerms, type OfferedPhrase, type PhraseTerm } from '../snapshot/offered-phrases.ts'

/** A word of what was typed, as it was understood. */
export interface AskedTerm {
  /** Which words answer it, whatever their endings. */
  stems: ReadonlySet<string>
  /** How it is written, or as far as it is. */
  beginning: string
}

export interface SuggestionQuery {
  asked: readonly AskedTerm[]
  /** What was typed, lower case. */
  typed: string
  locale: Locale
  limit: number
  phrases: readonly OfferedPhrase[]
  /** Names of the products that were found, the best first. */
  titles: readonly string[]
  /** Whether a phrase finds something when it is looked for. */
  finds: (text: string) => boolean
}

/** Completions of what was typed, the likeliest first; none that leads to an empty page. */
export function suggest({ asked, typed, locale, limit, phrases, titles, finds }: SuggestionQuery): string[] {
  if (asked.length === 0) return []
  const isAnswered = (terms: readonly PhraseTerm[]): boolean =>
    asked.every(({ stems, beginning }) =>
      terms.some(({ plain, stem }) => stems.has(stem) || plain.startsWith(beginning)),
    )
  const answering = phrases
    .filter(({ words: terms }) => isAnswered(terms))
    .map((phrase) => ({ ...phrase, begins: phrase.text[locale].startsWith(typed) ? 1 : 0 }))
    .toSorted((a, b) => b.begins - a.begins || b.rank - a.rank || b.size - a.size)
  const suggestions = new Map<string, string>()
  const offer = (text: string): void => {
    if (suggestions.size < limit && !suggestions.has(text.toLowerCase())) suggestions.set(text.toLowerCase(), text)
  }
  for (const { text } of answering) if (suggestions.size < limit && finds(text[locale])) offer(text[locale])
  for (const title of titles) if (isAnswered(phraseTerms(title))) offer(title)
  return [...suggestions.values()]
}
