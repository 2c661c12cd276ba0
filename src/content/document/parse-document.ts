import type { ContentDocument, ContentFault } from '../document.ts'
import { createPictureFinder, type ResolveImage } from './find-picture.ts'
import { typeOf } from './is-content-file.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { readingMinutes } from './markdown/text-of.ts'
import { placeOf, type Place, type PlaceOptions } from './place.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readYaml } from './read-yaml.ts'
import type { FieldLines } from './reading.ts'

export interface ParseOptions extends PlaceOptions {
  /** Knows our media; without it pictures stay as their authors name them. */
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

/** Fields of the author, and what a text tells besides them. */
interface Text {
  fields: Record<string, unknown>
  body?: unknown
  title?: string
  description?: string
  lines?: FieldLines
}

const FIRST_LINE: FieldLines = new Map()

/**
 * Reads one file of content: Markdown, YAML, JSON or CSV. A part of a page that is wrong is left out and reported; the
 * rest stands.
 * @param id source and path joined by colons: `content:en:blogs:1.caring-for-silver.md`
 * @param text the file
 */
export function parseDocument(id: string, text: string, options: ParseOptions = {}): ParsedFile {
  const place = placeOf(id, options)
  const file = place._file
  const faults: ContentFault[] = []
  const links: ContentLink[] = []
  // Readers of data count an end that is missing as a line more.
  const lastLine = text.split(/\r\n|\r|\n/).length
  const notes = {
    fault(line: number, message: string) {
      faults.push({ file, line: Math.min(line, lastLine), message: message.replaceAll(/\s+/g, ' ') })
    },
    link: (line: number, to: string) => void links.push({ to, line }),
  }
  const findPicture = options.resolveImage && createPictureFinder(options.resolveImage, place._locale)
  const reading = readText(text.replace(/^\uFEFF/, ''))
  if ('fault' in reading) {
    notes.fault(reading.fault.line, reading.fault.message)
    return { document: null, faults, links, lines: FIRST_LINE }
  }
  const { lines = FIRST_LINE } = reading
  const document = assemble(reading)
  return { document, faults: faults.toSorted((a, b) => a.line - b.line), links, lines }

  function readText(source: string): Text | { fault: { line: number; message: string } } {
    const type = typeOf(file)
    if (type === 'markdown') return readMarkdown(source, place._locale, findPicture, notes)
    const data = type === 'csv' ? readCsv(source) : type === 'json' ? readJson(source) : readYaml(source)
    if ('fault' in data) return data
    const { value, lines: fieldLines = FIRST_LINE } = data
    return Array.isArray(value)
      ? { fields: {}, body: value, lines: fieldLines }
      : { fields: value, lines: fieldLines, ...('body' in value ? { body: value['body'] } : {}) }
  }

  function assemble({ fields, body, title, description }: Text): ContentDocument {
    const type = typeOf(file) ?? 'markdown'
    const found: ContentDocument = {
      ...fields,
      ...(description === undefined ? {} : { description: wordsOf(fields['description']) || description }),
      ...place,
      ...ownWords(fields, place),
      title: wordsOf(fields['title']) || title || place.title,
      _type: type,
      ...(body === undefined ? {} : { body }),
    }
    if (type === 'markdown' && isArticle(found)) found['readingMinutes'] = readingMinutes(childrenOf(body))
    if (findPicture && typeof found['picture'] === 'string') takePicture(found, found['picture'])
    return found
  }

  /** What the author may say instead of the place. */
  function ownWords(fields: Record<string, unknown>, { _draft }: Place): Partial<ContentDocument> {
    const own: Partial<ContentDocument> = { _draft: _draft || fields['draft'] === true }
    for (const [key, kind] of OWN) {
      if (!Object.hasOwn(fields, key)) continue
      if (typeof fields[key] === kind) own[key] = fields[key] as never
      else
        notes.fault(
          lines.get(key) ?? 1,
          `“${key}” must be a ${kind === 'string' ? 'text' : 'yes or no (true, false)'}.`,
        )
    }
    return own
  }

  function isArticle({ _path, _partial }: ContentDocument): boolean {
    return options.articles !== undefined && !_partial && _path.startsWith(`${options.articles}/`)
  }

  function takePicture(found: ContentDocument, name: string): void {
    const picture = findPicture?.(name)
    if (picture) found['picture'] = picture
    else {
      delete found['picture']
      notes.fault(lines.get('picture') ?? 1, `There is no picture “${name}” among the media.`)
    }
    if (!wordsOf(found['pictureAlt'])) {
      notes.fault(lines.get('picture') ?? 1, `“${name}” needs words for those who do not see it: pictureAlt.`)
    }
  }
}

const OWN = [
  ['_path', 'string'],
  ['_dir', 'string'],
  ['_locale', 'string'],
  ['_draft', 'boolean'],
  ['_partial', 'boolean'],
] as const satisfies [keyof ContentDocument, string][]

function wordsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function childrenOf(body: unknown) {
  return (body as { children: Parameters<typeof readingMinutes>[0] }).children
}
