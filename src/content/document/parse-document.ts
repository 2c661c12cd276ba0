import { parse } from 'csv-parse/browser/esm/sync'
import { LineCounter, parseDocument as parseYaml } from 'yaml'

import type { ContentDocument, ContentFault, ContentBody } from '../document.ts'
import { createImageFinder, type ImageFinder, type ResolveImage } from './find-image.ts'
import { typeOf } from './is-content-file.ts'
import { readingMinutes } from './markdown/plain-text.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import type { AuthorNotes } from './markdown/to-tree.ts'
import { isFields } from './nest-dotted.ts'
import { fieldsFromPath, type PathFields, type PathOptions } from './place.ts'
import { readYaml, type FieldLines, type Reading } from './read-yaml.ts'

export interface ParseOptions extends PathOptions {
  resolveImage?: ResolveImage
  /** Route of the folder whose pages get `readingMinutes`: `/blogs`. */
  articles?: string
}

export interface ContentLink {
  to: string
  line: number
}

export interface ParsedFile {
  /** Null if the file cannot be read at all. */
  document: ContentDocument | null
  faults: readonly ContentFault[]
  links: readonly ContentLink[]
  /** By dotted field names; empty for JSON and CSV. */
  lines: FieldLines
}

/** An invalid part of a page is left out and reported. `id` is such as `content:en:blogs:1.caring-for-silver.md`. */
export function parseDocument(id: string, text: string, options: ParseOptions = {}): ParsedFile {
  const pathFields = fieldsFromPath(id, options)
  const faults: ContentFault[] = []
  const links: ContentLink[] = []
  // Data parsers report a missing end on the line after the last one.
  const lastLine = text.split(/\r\n|\r|\n/).length
  const notes: AuthorNotes = {
    fault(line, message) {
      faults.push({ file: pathFields._file, line: Math.min(line, lastLine), message: message.replaceAll(/\s+/g, ' ') })
    },
    link: (line, to) => void links.push({ to, line }),
  }
  const findImage = options.resolveImage && createImageFinder(options.resolveImage, pathFields._locale)
  const reading = readText(text.replace(/^\uFEFF/, ''), pathFields, findImage, notes)
  if ('fault' in reading) {
    notes.fault(reading.fault.line, reading.fault.message)
    return { document: null, faults, links, lines: new Map() }
  }
  const document = assembleDocument(reading, pathFields, { articles: options.articles, findImage, notes })
  return { document, faults: faults.toSorted((a, b) => a.line - b.line), links, lines: reading.lines }
}

function readText(
  text: string,
  { _file, _locale }: PathFields,
  findImage: ImageFinder | undefined,
  notes: AuthorNotes,
): ParsedText | Extract<Reading, { fault: unknown }> {
  const type = typeOf(_file)
  if (type === 'markdown') return readMarkdown(text, _locale, findImage, notes)
  const data = type === 'csv' ? readCsv(text) : type === 'json' ? readJson(text) : readYaml(text)
  if ('fault' in data) return data
  const { value, lines = new Map<string, number>() } = data
  return Array.isArray(value) ? { fields: {}, body: value, lines } : { fields: value, lines }
}

function readCsv(text: string): Reading {
  try {
    return { value: parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true }) }
  } catch (error) {
    const { message, lines } = error as Error & { lines?: number }
    return { fault: { line: lines ?? 1, message: `This is not CSV: ${message}.` } }
  }
}

function readJson(text: string): Reading {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) || isFields(value)) return { value }
    return { fault: { line: 1, message: 'An object or a list is expected here.' } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // JavaScript engines add a quote of the text around the mistake, which may span several lines.
    const [message = reason] = reason.split(/, (?:\.{3})?"|\n/)
    return { fault: { line: lineOf(text, reason), message: `This is not JSON: ${message}.` } }
  }
}

/** Engines name the position of some mistakes. The YAML parser finds the others, because JSON is a subset of YAML. */
function lineOf(text: string, reason: string): number {
  const counter = new LineCounter()
  const { errors } = parseYaml(text, { lineCounter: counter, prettyErrors: false })
  const named = /position (\d+)/.exec(reason)?.[1]
  const offset = named === undefined ? errors[0]?.pos[0] : Number(named)
  const last = text.trimEnd().split('\n').length
  return offset === undefined ? last : Math.min(last, counter.linePos(offset).line)
}

interface ParsedText {
  fields: Record<string, unknown>
  /** A tree, or a list of rows or values; absent if the file has only fields. */
  body?: unknown
  title?: string
  description?: string
  lines: FieldLines
}

interface AssembleContext {
  articles: string | undefined
  findImage: ImageFinder | undefined
  notes: AuthorNotes
}

const OVERRIDES = [
  ['_path', 'string'],
  ['_dir', 'string'],
  ['_locale', 'string'],
  ['_draft', 'boolean'],
  ['_partial', 'boolean'],
] as const satisfies [keyof ContentDocument, string][]

function assembleDocument(
  text: ParsedText,
  pathFields: PathFields,
  { articles, findImage, notes }: AssembleContext,
): ContentDocument {
  const { fields, body, title, description, lines } = text
  const document: ContentDocument = {
    ...fields,
    ...(description === undefined ? {} : { description: toText(fields['description']) || description }),
    ...pathFields,
    _draft: pathFields._draft || isDraft(text, notes),
    ...readOverrides(text, notes),
    title: toText(fields['title']) || title || pathFields.title,
    _type: typeOf(pathFields._file) ?? 'markdown',
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
  if (!toText(fields['pictureAlt'])) {
    notes.fault(line, `“${image}” needs words for those who do not see it: pictureAlt.`)
  }
  const { picture: _name, ...others } = document
  return { ...others, ...(found ? { picture: found } : {}) }
}

/** Any value except false (`yes`, `"true"`) makes a draft, so that an unfinished page is never published. */
function isDraft({ fields: { draft = false }, lines }: ParsedText, notes: AuthorNotes): boolean {
  if (typeof draft !== 'boolean') notes.fault(lines.get('draft') ?? 1, '“draft” must be true or false.')
  return draft !== false
}

function readOverrides({ fields, lines }: ParsedText, notes: AuthorNotes): Partial<ContentDocument> {
  const own: Partial<ContentDocument> = {}
  for (const [key, kind] of OVERRIDES) {
    if (!Object.hasOwn(fields, key)) continue
    if (typeof fields[key] === kind) own[key] = fields[key] as never
    else notes.fault(lines.get(key) ?? 1, `“${key}” must be ${kind === 'string' ? 'a text' : 'true or false'}.`)
    if (key === '_draft') own._draft = fields[key] !== false
  }
  return own
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
