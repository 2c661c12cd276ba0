/** Letters with a combining mark are not in the engraver's fonts. */
const ENGRAVABLE = /^[A-Za-zÀ-ÖØ-öø-ɏЀ-ҁҊ-ӿ0-9 &.\-♥∞,!?'’"“”„«»():;/+–—·№]$/u

/** They change the direction of a text or join letters. The joiner of emoji is not one of them. */
const INVISIBLE = /[\p{Cc}\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu

export const MOST_ENGRAVED = 40
const MOST_NAMED = 5

export type EngravingProblem = { code: 'refused'; characters: string[] } | { code: 'too-long'; count: number }

/** Null if the product cannot be engraved. */
export function readEngraving(value: unknown): number | null {
  const most = Number(value)
  return Number.isInteger(most) && most > 0 ? Math.min(most, MOST_ENGRAVED) : null
}

/** Composed, on one line, with the hearts of a phone's keyboard as `♥`. */
export function normalizeEngraving(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[❤♥]\uFE0F?/gu, '♥')
    .replaceAll(/♾\uFE0F?/gu, '∞')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .trim()
}

/** An emoji of several code points is one. */
export function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return Array.from(text)
  return Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
}

export function engravableIn(text: string): string {
  return charactersOf(text).filter(isEngravable).join('')
}

function isEngravable(character: string): boolean {
  return ENGRAVABLE.test(character)
}

export function checkEngraving(text: string, most: number): EngravingProblem | null {
  const characters = charactersOf(text)
  const refused = new Set(characters.filter((character) => !isEngravable(character)))
  if (refused.size > 0) return { code: 'refused', characters: [...refused].slice(0, MOST_NAMED) }
  return characters.length > most ? { code: 'too-long', count: characters.length } : null
}
