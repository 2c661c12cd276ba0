import type { ContentDocument, ContentFault } from '../document.ts'
import { assembleDocument, type Text } from './assemble-document.ts'
import { createImageFinder, type ImageFinder, type ResolveImage } from './find-image.ts'
import { typeOf } from './is-content-file.ts'
import type { AuthorNotes } from './markdown/author-notes.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { placeOf, type Place, type PlaceOptions } from './place.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
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
