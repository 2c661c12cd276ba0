import type { ContentBody, ContentDocument } from '../document.ts'
import type { PictureFinder } from './find-picture.ts'
import { typeOf } from './is-content-file.ts'
import type { AuthorNotes } from './markdown/author-notes.ts'
import { readingMinutes } from './markdown/text-of.ts'
import type { Place } from './place.ts'
import type { FieldLines } from './reading.ts'

/** Fields of the author, and what a text tells besides them. */
export interface Text {
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
  findPicture: PictureFinder | undefined
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
export function assembleDocument(
  text: Text,
  place: Place,
  { articles, findPicture, notes }: Surroundings,
): ContentDocument {
  const { fields, body, title, description, lines } = text
  const document: ContentDocument = {
    ...fields,
    ...(description === undefined ? {} : { description: wordsOf(fields['description']) || description }),
    ...place,
    _draft: place._draft || saysDraft(text, notes),
    ...ownPlace(text, notes),
    title: wordsOf(fields['title']) || title || place.title,
    _type: typeOf(place._file) ?? 'markdown',
    ...(body === undefined ? {} : { body }),
  }
  const { _path, _partial, _type, picture } = document
  if (_type === 'markdown' && articles !== undefined && !_partial && _path.startsWith(`${articles}/`)) {
    document['readingMinutes'] = readingMinutes((body as ContentBody).children)
  }
  if (!findPicture || typeof picture !== 'string') return document
  const found = findPicture(picture)
  const line = lines.get('picture') ?? 1
  if (!found) notes.fault(line, `There is no picture “${picture}” among the media.`)
  if (!wordsOf(fields['pictureAlt'])) {
    notes.fault(line, `“${picture}” needs words for those who do not see it: pictureAlt.`)
  }
  const { picture: _name, ...others } = document
  return { ...others, ...(found ? { picture: found } : {}) }
}

/** Whatever an author writes there that is not false (`yes`, `"true"`): what may be a draft is not shown. */
function saysDraft({ fields: { draft = false }, lines }: Text, notes: AuthorNotes): boolean {
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

function wordsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
