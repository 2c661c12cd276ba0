import { parse } from 'csv-parse/browser/esm/sync'
import { LineCounter, parseDocument as parseYaml } from 'yaml'

import type { ContentDocument, ContentFault } from '../document.ts'
import { assembleDocument, type Text } from './assemble-document.ts'
import { createImageFinder, type ImageFinder, type ResolveImage } from './find-image.ts'
import { typeOf } from './is-content-file.ts'
import type { AuthorNotes } from './markdown/author-notes.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
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
