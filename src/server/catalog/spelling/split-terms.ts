import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemRussian } from '@orama/stemmers/russian'

/** A word of a text, lower case. */
export interface Token {
  /** As it stands: `серёжки`, `pavé`. */
  written: string
  /** As it is compared: `сережки`, `pave`. A number has its unit with it: `6.5mm`. */
  plain: string
}

const TERMS = /\d+(?:[.,]\d+)?|\p{L}[\p{L}\p{M}'’ʼ]*/gu
const NUMBER = /^\d/
const UNIT = /\p{L}+$/u

/** What follows a number and belongs to it, in either language. */
const UNITS = new Map(
  Object.entries({
    mm: [
      'mm',
      'millimeter',
      'millimeters',
      'millimetre',
      'millimetres',
      'мм',
      'миллиметр',
      'миллиметра',
      'миллиметров',
    ],
    cm: ['cm', 'centimeters', 'centimetres', 'см', 'сантиметр', 'сантиметра', 'сантиметров'],
    ct: ['ct', 'carat', 'carats', 'карат', 'карата', 'каратов', 'кар'],
    k: ['k', 'kt', 'karat'],
  }).flatMap(([unit, terms]) => terms.map((term) => [term, unit] as const)),
)

/** Letters that look alike: a word of both alphabets is meant in the one that it has more of. */
const LATIN_TWINS = 'aceopxykmtbh'
const CYRILLIC_TWINS = 'асеорхукмтвн'

/** A text -> its words, in order; a number also by itself, before the same with its unit. */
export function splitTerms(text: string): Token[] {
  const found = text.normalize('NFC').toLowerCase().match(TERMS) ?? []
  const terms: Token[] = []
  for (const [nth, written] of found.entries()) {
    const plain = toPlain(written)
    terms.push({ written, plain })
    const unit = UNITS.get(plain)
    if (unit === undefined) continue
    // 8 × 6 mm: the unit is that of both.
    for (let before = nth - 1; before >= 0 && NUMBER.test(found[before] ?? ''); before -= 1) {
      terms.push({ written: found[before] ?? '', plain: `${toPlain(found[before] ?? '')}${unit}` })
    }
  }
  return terms
}

/** What a visitor looks for: a number that has a unit is not looked for without it, nor the unit alone. */
export function splitQuery(text: string): Token[] {
  const terms = splitTerms(text)
  const measures = terms.filter(({ plain }) => isNumber(plain) && UNIT.test(plain))
  if (measures.length === 0) return terms
  const measured = new Set(measures.map(({ written }) => written))
  return terms
    .filter((term) => measures.includes(term) || !(measured.has(term.written) || UNITS.has(term.plain)))
    .map((term) => (measures.includes(term) ? { ...term, written: term.plain.replace(UNIT, ' $&') } : term))
}

export function isNumber(plain: string): boolean {
  return NUMBER.test(plain)
}

/** Most words are plain as they stand. */
const PLAIN = /^(?:[a-z]+|[а-я]+)$/

function toPlain(written: string): string {
  if (PLAIN.test(written)) return written
  if (NUMBER.test(written)) return written.replace(',', '.')
  const bare = written
    .normalize('NFD')
    .replaceAll(/([a-z])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('ё', 'е')
    .replaceAll(/['’ʼ]/g, '')
  return inOneAlphabet(bare)
}

function inOneAlphabet(term: string): string {
  const latin = term.replaceAll(/[^a-z]/g, '').length
  const cyrillic = term.replaceAll(/[^а-я]/g, '').length
  if (latin === 0 || cyrillic === 0) return term
  const [from, to] = latin > cyrillic ? [CYRILLIC_TWINS, LATIN_TWINS] : [LATIN_TWINS, CYRILLIC_TWINS]
  return Array.from(term, (character) => to[from.indexOf(character)] ?? character).join('')
}

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
