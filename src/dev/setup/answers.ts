import { rename, rm, writeFile } from 'node:fs/promises'

import { Type, type Static } from 'typebox'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { LineCounter, parseDocument, stringify, type Document } from 'yaml'

import { Site } from '#server/content/load-site.ts'
import { COLORS } from '#shared/shop/colors.ts'
import { parseHex } from '#shared/shop/measure-color.ts'

/** All tokens of a color that setup changes. */
export const COLOR_NAMES = [...(Object.keys(COLORS) as (keyof typeof COLORS)[]), 'edge', 'success', 'error'] as const
export type ColorName = (typeof COLOR_NAMES)[number]
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** What the sample shop has beside its texts. */
export const SAMPLES = ['products', 'categories', 'collections', 'campaign'] as const

const Color = Type.Refine(
  Type.String(),
  (text) => parseHex(text) !== undefined,
  () => 'must be a color in quotes, such as "#8a6a3b"',
)
const STRICT = { additionalProperties: false } as const
const Palette = Type.Partial(Type.Record(Type.Enum([...COLOR_NAMES]), Color), STRICT)

/** The keys of `site.yml`, and others. A missing key changes nothing. */
const Answers = Type.Partial(
  Type.Object({
    ...Type.Omit(Site, ['campaign']).properties,
    colors: Type.Partial(Type.Record(Type.Enum([...THEMES]), Palette), STRICT),
    /** By file below the content folder, then by the text in brackets: its replacement, or one for each occurrence. */
    policies: Type.Record(
      Type.String(),
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])),
    ),
    samples: Type.Partial(Type.Record(Type.Enum([...SAMPLES]), Type.Enum(['keep', 'remove'])), STRICT),
  }),
  STRICT,
)
export type Answers = Static<typeof Answers>

/** Keys and indexes that lead to a value. */
type Path = readonly string[]

/** Collects what is wrong with the answers, so that everything is listed at once. */
export interface Mistakes {
  add(path: Path, message: string): void
  /** @returns a line of text for each mistake, in the order of the file */
  lines(): string[]
}

/**
 * Reads a file of answers. The steps add the mistakes that depend on the shop.
 * @param file its name for messages
 * @returns the answers without the keys that have mistakes, so that the others can be checked against the shop
 */
export function readAnswers(source: string, file: string): { answers: Answers; mistakes: Mistakes } {
  const counter = new LineCounter()
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false })
  const found = document.errors.map(({ pos, message }) => ({ offset: pos[0], text: `: ${message}` }))
  const mistakes: Mistakes = {
    add(path, message) {
      const name = path.length > 0 ? `, ${path.join('.')}` : ''
      found.push({ offset: offsetOf(path, document), text: `${name}: ${message}` })
    },
    lines() {
      return found
        .toSorted((a, b) => a.offset - b.offset)
        .map(({ offset, text }) => {
          const { line, col } = counter.linePos(offset)
          return `${file}, line ${line}, column ${col}${text}`
        })
    },
  }
  if (found.length > 0) return { answers: {}, mistakes }
  const value: unknown = document.toJS() ?? {}
  const wrong = findMistakes(value)
  for (const { path, message } of wrong) mistakes.add(path, message)
  if (wrong.some(({ path }) => path.length === 0)) return { answers: {}, mistakes }
  const keys = new Set(wrong.map(({ path }) => path[0]))
  return { answers: Object.fromEntries(Object.entries(value as Answers).filter(([key]) => !keys.has(key))), mistakes }
}

/** The offset of a value; for a missing one, that of the value around it. */
function offsetOf(path: Path, document: Document): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: number[] } | undefined
    if (node?.range?.[0] !== undefined) return node.range[0]
  }
  return 0
}

/** Typebox lists eight mistakes unless it is told otherwise. */
const MOST_MISTAKES = 1000

function findMistakes(value: unknown): { path: Path; message: string }[] {
  Settings.Set({ maxErrors: MOST_MISTAKES })
  const errors = Value.Errors(Answers, value)
  const misspelled = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === 'additionalProperties' ? instancePath : [])),
  )
  const found = new Map<string, { path: Path; message: string }>()
  for (const error of errors) {
    for (const { names, message } of describe(error, misspelled)) {
      const path = [...error.instancePath.split('/').slice(1).map(unescapePointer), ...names]
      const key = path.join('/')
      if (!found.has(key)) found.set(key, { path, message })
    }
  }
  const places = [...found.keys()]
  // The parts of a union fail with it, and a message about the innermost value says more.
  return [...found].filter(([key]) => !places.some((other) => other.startsWith(`${key}/`))).map(([, one]) => one)
}

/** @param misspelled pointers to the objects with unknown keys, in which a missing key says the same again */
function describe(
  { keyword, instancePath, params, message }: ReturnType<typeof Value.Errors>[number],
  misspelled: ReadonlySet<string>,
): { names: string[]; message: string }[] {
  if (keyword === 'additionalProperties')
    return params.additionalProperties.map((name) => ({ names: [name], message: 'is not known' }))
  if (keyword === 'required')
    return misspelled.has(instancePath)
      ? []
      : params.requiredProperties.map((name) => ({ names: [name], message: 'is missing' }))
  // The schema of an unknown key.
  if (keyword === 'boolean') return []
  if (keyword === 'enum') return [{ names: [], message: `must be ${params.allowedValues.join(' or ')}` }]
  const isText = keyword === 'type' && params.type === 'string'
  return [{ names: [], message: isText ? 'must be a text; put it in quotes' : message }]
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Keeps typed answers in a file that only its owner can read. */
export async function saveAnswers(answers: Answers, file: string): Promise<void> {
  // The mode counts only for a file that is new.
  await rm(`${file}.new`, { force: true })
  await writeFile(`${file}.new`, stringify(answers, { lineWidth: 0 }), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
