import type { Document, LineCounter } from 'yaml'

/** Keys and indexes that lead to a value of the answers. */
export type Path = readonly (string | number)[]

/** Collects what is wrong with the answers, so that everything is listed at once. */
export interface Mistakes {
  add(path: Path, message: string): void
  /** Adds a finished line, such as one about a CSV file. */
  addLine(line: string): void
  /** @returns one line of text for each mistake with its place, in the order of the file, then the finished lines */
  lines(): string[]
}

/** The file that the answers were read from; undefined if they were typed. */
export interface AnswersText {
  file: string
  document: Document
  counter: LineCounter
}

export function collectMistakes(text?: AnswersText): Mistakes {
  const placed: { offset: number; line: string }[] = []
  const others: string[] = []
  return {
    add(path, message) {
      const offset = text ? offsetOf(path, text.document) : 0
      placed.push({ offset, line: `${placeOf(path, offset, text)}: ${message}` })
    },
    addLine: (line) => void others.push(line),
    lines: () => [...placed.toSorted((a, b) => a.offset - b.offset).map(({ line }) => line), ...others],
  }
}

function placeOf(path: Path, offset: number, text: AnswersText | undefined): string {
  const name = path.join('.')
  if (!text) return name || 'The answers'
  const { line, col } = text.counter.linePos(offset)
  return `${text.file}, line ${line}, column ${col}${name ? `, ${name}` : ''}`
}

/** The offset of a value; for a missing one, that of the value around it. */
function offsetOf(path: Path, document: Document): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (hasRange(node)) return node.range[0]
  }
  return 0
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}
