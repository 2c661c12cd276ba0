import type { ContentBody, ContentDocument } from '../document.ts'
import type { ImageFinder } from './find-image.ts'
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
export function assembleDocument(
  text: Text,
  place: Place,
  { articles, findImage, notes }: Surroundings,
): ContentDocument {
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
