/** A piece of a text; side by side they are the text again. */
export interface TextPart {
  text: string
  isMarked: boolean
}

const WORD = /[\p{L}\p{N}]+/gu

/** Marks those words of a text that are among these. */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const wanted = new Set(words.flatMap(wordsOf))
  return cut(text, (word) => (wanted.has(word) ? word.length : 0))
}

/** Marks the letters of a text that somebody has typed: those that its words begin with. */
export function markLetters(text: string, typed: string): TextPart[] {
  const beginnings = wordsOf(typed)
  return cut(text, (word) => {
    const lengths = beginnings.filter((beginning) => word.startsWith(beginning)).map(({ length }) => length)
    return Math.max(0, ...lengths)
  })
}

/** @param lengthOf how many letters of a word are to be marked */
function cut(text: string, lengthOf: (word: string) => number): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const length = lengthOf(fold(word))
    if (length === 0) continue
    if (index > end) parts.push({ text: text.slice(end, index), isMarked: false })
    end = index + length
    parts.push({ text: text.slice(index, end), isMarked: true })
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false })
  return parts
}

function wordsOf(text: string): string[] {
  return fold(text).match(WORD) ?? []
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е')
}
