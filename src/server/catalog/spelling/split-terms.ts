import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemRussian } from '@orama/stemmers/russian'

export interface Token {
  /** The spelling in the text: `серёжки`, `pavé`. */
  written: string
  /** Normalized: `сережки`, `pave`. A number includes its unit: `6.5mm`. */
  plain: string
}

const TERMS = /\d+(?:[.,]\d+)?|\p{L}[\p{L}\p{M}'’ʼ]*/gu
const NUMBER = /^\d/
const UNIT = /\p{L}+$/u

const UNITS = new Map(
  [
    'mm millimeter millimeters millimetre millimetres мм миллиметр миллиметра миллиметров',
    'cm centimeters centimetres см сантиметр сантиметра сантиметров',
    'ct carat carats карат карата каратов кар',
    'k kt karat',
  ].flatMap((names) => names.split(' ').map((name, _, [unit = '']) => [name, unit] as const)),
)

/** Letters that look alike. A word with letters of both alphabets is converted to the alphabet with more of them. */
const LATIN_TWINS = 'aceopxykmtbh'
const CYRILLIC_TWINS = 'асеорхукмтвн'

/** A number with a unit yields two words: the number alone, then with the unit. */
export function splitTerms(text: string): Token[] {
  const found = text.normalize('NFC').toLowerCase().match(TERMS) ?? []
  const terms: Token[] = []
  for (const [nth, written] of found.entries()) {
    const plain = toPlain(written)
    terms.push({ written, plain })
    const unit = UNITS.get(plain)
    if (unit === undefined) continue
    // In 8 × 6 mm the unit belongs to both numbers.
    for (let before = nth - 1; before >= 0 && NUMBER.test(found[before] ?? ''); before -= 1) {
      terms.push({ written: found[before] ?? '', plain: `${toPlain(found[before] ?? '')}${unit}` })
    }
  }
  return terms
}

/** A number with a unit yields only one word with both. */
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

/** A fast path: most words need no normalization. */
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

function inOneAlphabet(word: string): string {
  const latin = word.replaceAll(/[^a-z]/g, '').length
  const cyrillic = word.replaceAll(/[^а-я]/g, '').length
  if (latin === 0 || cyrillic === 0) return word
  const [from, to] = latin > cyrillic ? [CYRILLIC_TWINS, LATIN_TWINS] : [LATIN_TWINS, CYRILLIC_TWINS]
  return Array.from(word, (character) => to[from.indexOf(character)] ?? character).join('')
}

const CYRILLIC = /[а-я]/
/** In подвесок and колец the vowel depends on the ending, and so does the soft sign of кольцо and серьги. */
const FLEETING_VOWEL = /(?<=..[^аеиоуыэюя])[ео](?=[кцгн]$)/
/** Endings that the stemmer removes as verb endings. Product texts have nouns with them: муассанит, циркон, овала. */
const VERB_ENDING = /^(?:[лн]|[аеиуюя]т)/
const SOFT_SIGN = /ь(?=[кцгн]$)/

export function stemTerm(plain: string): string {
  if (/\d/.test(plain)) return plain
  if (!CYRILLIC.test(plain)) return stemEnglish(plain)
  const stem = stemRussian(plain)
  const [ending = ''] = VERB_ENDING.exec(plain.slice(stem.length)) ?? []
  return (stem + ending).replace(FLEETING_VOWEL, '').replace(SOFT_SIGN, '')
}
