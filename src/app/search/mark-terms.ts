/** The joined parts equal the whole text. */
export interface TextPart {
  text: string
  isMarked: boolean
}

const TERM = /[\p{L}\p{N}]+/gu

/** Marks the given words. */
export function markTerms(text: string, texts: readonly string[]): TextPart[] {
  const wanted = new Set(texts.flatMap(textOf))
  return cut(text, (term) => (wanted.has(term) ? term.length : 0))
}

/** Marks the typed prefix of each word. */
export function markCharacters(text: string, typed: string): TextPart[] {
  const beginnings = textOf(typed)
  return cut(text, (term) => {
    const lengths = beginnings.filter((beginning) => term.startsWith(beginning)).map(({ length }) => length)
    return Math.max(0, ...lengths)
  })
}

/** @param lengthOf returns how many characters of a word are marked */
function cut(text: string, lengthOf: (term: string) => number): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: term, index } of text.matchAll(TERM)) {
    const length = lengthOf(fold(term))
    if (length === 0) continue
    if (index > end) parts.push({ text: text.slice(end, index), isMarked: false })
    end = index + length
    parts.push({ text: text.slice(index, end), isMarked: true })
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false })
  return parts
}

function textOf(text: string): string[] {
  return fold(text).match(TERM) ?? []
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е')
}
