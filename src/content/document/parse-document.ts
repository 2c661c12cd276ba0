import { parse } from 'csv-parse/browser/esm/sync'
import { LineCounter, parseDocument as parseYaml } from 'yaml'

import type { ContentDocument, ContentFault, ContentBody } from '../document.ts'
import { createImageFinder, type ImageFinder, type ResolveImage } from './find-image.ts'
import { typeOf } from './is-content-file.ts'
import type { AuthorNotes } from './markdown/author-notes.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { readingMinutes } from './markdown/text-of.ts'
import { isFields } from './nest-dotted.ts'
import { placeOf, type Place, type PlaceOptions } from './place.ts'
import { readYaml } from './read-yaml.ts'
import type { FieldLines, Reading } from './reading.ts'

export interface ParseOptions extends PlaceOptions {
  /** Knows our media; without it images stay as their authors name them. */
  resolveImage?: ResolveImage | undefined
  /** Route of the folder whose pages say how many minutes one reads them: `/blogs`. */
  articles?: string | undefined
}

export interface ContentLink {
  /** As it is written. */
  to: string
  line: number
}

export interface ParsedFile {
  /** Null where nothing of the file can be read. */
  document: ContentDocument | null
  faults: readonly ContentFault[]
  /** What its words and parts lead to. */
  links: readonly ContentLink[]
  /** Where its fields stand, by their dotted names; empty for JSON and CSV. */
  lines: FieldLines
}

/**
 * Reads one file of content: Markdown, YAML, JSON or CSV. A part of a page that is wrong is left out and reported; the
 * rest stands.
 * @param id source and path joined by colons: `content:en:blogs:1.caring-for-silver.md`
 * @param text the file
 */
export function parseDocument(id: string, text: string, options: ParseOptions = {}): ParsedFile {
  const place = placeOf(id, options)
  const faults: ContentFault[] = []
  const links: ContentLink[] = []
  // Readers of data count an end that is missing as a line more.
  const lastLine = text.split(/\r\n|\r|\n/).length
  const notes: AuthorNotes = {
    fault(line, message) {
      faults.push({ file: place._file, line: Math.min(line, lastLine), message: message.replaceAll(/\s+/g, ' ') })
    },
    link: (line, to) => void links.push({ to, line }),
  }
  const findImage = options.resolveImage && createImageFinder(options.resolveImage, place._locale)
  const reading = readText(text.replace(/^\uFEFF/, ''), place, findImage, notes)
  if ('fault' in reading) {
    notes.fault(reading.fault.line, reading.fault.message)
    return { document: null, faults, links, lines: new Map() }
  }
  const document = assembleDocument(reading, place, { articles: options.articles, findImage, notes })
  return { document, faults: faults.toSorted((a, b) => a.line - b.line), links, lines: reading.lines }
}

function readText(
  text: string,
  { _file, _locale }: Place,
  findImage: ImageFinder | undefined,
  notes: AuthorNotes,
): Text | Extract<Reading, { fault: unknown }> {
  const type = typeOf(_file)
  if (type === 'markdown') return readMarkdown(text, _locale, findImage, notes)
  const data = type === 'csv' ? readCsv(text) : type === 'json' ? readJson(text) : readYaml(text)
  if ('fault' in data) return data
  const { value, lines = new Map<string, number>() } = data
  return Array.isArray(value) ? { fields: {}, body: value, lines } : { fields: value, lines }
}

/** Reads CSV whose first row names the columns: a list of rows, every cell as text. */
function readCsv(text: string): Reading {
  try {
    return { value: parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true }) }
  } catch (error) {
    const { message, lines } = error as Error & { lines?: number }
    return { fault: { line: lines ?? 1, message: `This is not CSV: ${message}.` } }
  }
}

/** Reads JSON: a list or fields. */
function readJson(text: string): Reading {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) || isFields(value)) return { value }
    return { fault: { line: 1, message: 'An object or a list is expected here.' } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // Engines quote what stands around the place, over several lines.
    const [message = reason] = reason.split(/, (?:\.{3})?"|\n/)
    return { fault: { line: lineOf(text, reason), message: `This is not JSON: ${message}.` } }
  }
}

/** Engines name the place of some mistakes; YAML, which JSON is a part of, finds the others. */
function lineOf(text: string, reason: string): number {
  const counter = new LineCounter()
  const { errors } = parseYaml(text, { lineCounter: counter, prettyErrors: false })
  const named = /position (\d+)/.exec(reason)?.[1]
  const offset = named === undefined ? errors[0]?.pos[0] : Number(named)
  const last = text.trimEnd().split('\n').length
  return offset === undefined ? last : Math.min(last, counter.linePos(offset).line)
}

/** Fields of the author, and what a text tells besides them. */
interface Text {
  fields: Record<string, unknown>
  /** A tree, or a list of rows or values; absent where there is none beside the fields. */
  body?: unknown
  /** Of its first heading. */
  title?: string
  /** Its first paragraph. */
  description?: string
  lines: FieldLines
}

interface Surroundings {
  articles: string | undefined
  findImage: ImageFinder | undefined
  notes: AuthorNotes
}

/** What the author may say instead of the place. */
const OWN = [
  ['_path', 'string'],
  ['_dir', 'string'],
  ['_locale', 'string'],
  ['_draft', 'boolean'],
  ['_partial', 'boolean'],
] as const satisfies [keyof ContentDocument, string][]

/** Makes a document of what its author wrote and where it lies; what cannot be is left out and noted. */
function assembleDocument(text: Text, place: Place, { articles, findImage, notes }: Surroundings): ContentDocument {
  const { fields, body, title, description, lines } = text
  const document: ContentDocument = {
    ...fields,
    ...(description === undefined ? {} : { description: textOf(fields['description']) || description }),
    ...place,
    _draft: place._draft || isDraft(text, notes),
    ...ownPlace(text, notes),
    title: textOf(fields['title']) || title || place.title,
    _type: typeOf(place._file) ?? 'markdown',
    ...(body === undefined ? {} : { body }),
  }
  const { _path, _partial, _type, picture: image } = document
  if (_type === 'markdown' && articles !== undefined && !_partial && _path.startsWith(`${articles}/`)) {
    document['readingMinutes'] = readingMinutes((body as ContentBody).children)
  }
  if (!findImage || typeof image !== 'string') return document
  const found = findImage(image)
  const line = lines.get('picture') ?? 1
  if (!found) notes.fault(line, `There is no picture “${image}” among the media.`)
  if (!textOf(fields['pictureAlt'])) {
    notes.fault(line, `“${image}” needs words for those who do not see it: pictureAlt.`)
  }
  const { picture: _name, ...others } = document
  return { ...others, ...(found ? { picture: found } : {}) }
}

/** Whatever an author writes there that is not false (`yes`, `"true"`): what may be a draft is not shown. */
function isDraft({ fields: { draft = false }, lines }: Text, notes: AuthorNotes): boolean {
  if (typeof draft !== 'boolean') notes.fault(lines.get('draft') ?? 1, '“draft” must be true or false.')
  return draft !== false
}

function ownPlace({ fields, lines }: Text, notes: AuthorNotes): Partial<ContentDocument> {
  const own: Partial<ContentDocument> = {}
  for (const [key, kind] of OWN) {
    if (!Object.hasOwn(fields, key)) continue
    if (typeof fields[key] === kind) own[key] = fields[key] as never
    else notes.fault(lines.get(key) ?? 1, `“${key}” must be ${kind === 'string' ? 'a text' : 'true or false'}.`)
    if (key === '_draft') own._draft = fields[key] !== false
  }
  return own
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
