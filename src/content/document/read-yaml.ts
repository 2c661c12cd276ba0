import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'

import { isFields, nestDotted } from './nest-dotted.ts'

/** By the dotted name of the field, from 1. */
export type FieldLines = ReadonlyMap<string, number>

export type Reading =
  | { value: Record<string, unknown> | unknown[]; lines?: FieldLines }
  | { fault: { line: number; message: string } }

/** Dates stay text. `firstLine` is the line of the file at which the text begins. */
export function readYaml(text: string, firstLine = 1): Reading {
  const counter = new LineCounter()
  const lineOf = (offset: number) => counter.linePos(offset).line + firstLine - 1
  const yaml = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const [error] = yaml.errors
  if (error) return { fault: { line: lineOf(error.pos[0]), message: `This is not YAML: ${error.message}.` } }
  const plain = toPlain(yaml)
  if (plain instanceof Error) {
    const alias = /: (\S+)$/.exec(plain.message)?.[1]
    const line = alias === undefined ? firstLine : lineOf(Math.max(0, text.indexOf(`*${alias}`)))
    return { fault: { line, message: `This is not YAML: ${plain.message}.` } }
  }
  const value = nestDotted(plain ?? {})
  if (!Array.isArray(value) && !isFields(value)) {
    return { fault: { line: firstLine, message: 'Fields are expected here, such as “title: Rings”, or a list.' } }
  }
  const lines = new Map<string, number>()
  collectLines(yaml.contents, '', (key, offset) => lines.set(key, lineOf(offset)))
  return { value, lines }
}

/** Returns the error if an alias is unknown or expands to too much; the YAML parser reports that only here. */
function toPlain(yaml: ReturnType<typeof parseDocument>): unknown {
  try {
    return yaml.toJS({ maxAliasCount: 100 })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function collectLines(node: unknown, prefix: string, found: (key: string, offset: number) => void): void {
  const entries: [string, unknown, unknown][] = isMap(node)
    ? node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', key, value])
    : isSeq(node)
      ? node.items.map((item, index) => [String(index), item, item])
      : []
  for (const [name, at, value] of entries) {
    const key = prefix === '' ? name : `${prefix}.${name}`
    found(key, (at as Node | null)?.range?.[0] ?? 0)
    collectLines(value, key, found)
  }
}
