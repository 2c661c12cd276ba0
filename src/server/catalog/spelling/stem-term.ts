import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemRussian } from '@orama/stemmers/russian'

const CYRILLIC = /[а-я]/
/** подвесок, колец: the vowel comes and goes with the ending, and so does the soft sign of кольцо and серьги. */
const FLEETING_VOWEL = /(?<=..[^аеиоуыэюя])[ео](?=[кцгн]$)/
/** What is sold is a thing, and does nothing: муассанит, циркон, овала. */
const VERB_ENDING = /^(?:[лн]|[аеиуюя]т)/
const SOFT_SIGN = /ь(?=[кцгн]$)/

/**
 * What a word has in common with its other forms.
 * @param plain a word as it is compared
 */
export function stemTerm(plain: string): string {
  if (/\d/.test(plain)) return plain
  if (!CYRILLIC.test(plain)) return stemEnglish(plain)
  const stem = stemRussian(plain)
  const [ending = ''] = VERB_ENDING.exec(plain.slice(stem.length)) ?? []
  return (stem + ending).replace(FLEETING_VOWEL, '').replace(SOFT_SIGN, '')
}
