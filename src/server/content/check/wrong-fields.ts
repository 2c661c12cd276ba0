import { Type, type TObject } from 'typebox'
import { Value } from 'typebox/value'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ParsedFile } from '#content/document/parse-document.ts'
import { LAYOUT_NAMES } from '#shared/page/layout-names.ts'

const TermSet = Type.String({ minLength: 1 })
const Day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])' })

/** What a field means, wherever it stands at the top of a file. */
const FIELDS = {
  title: Type.Optional(TermSet),
  layout: Type.Optional(Type.Enum([...LAYOUT_NAMES])),
  navigation: Type.Optional(Type.Union([Type.Literal(false), Type.Object({})])),
  redirect: Type.Optional(TermSet),
  colorMode: Type.Optional(Type.Enum(['dark', 'light'])),
  noindex: Type.Optional(Type.Boolean()),
  date: Type.Optional(Day),
  updated: Type.Optional(Day),
}
const Anything = Type.Object(FIELDS)
const Article = Type.Object({ ...FIELDS, date: Day })
const Testimonial = Type.Object({
  name: TermSet,
  place: Type.Optional(TermSet),
  words: TermSet,
  date: Day,
  product: Type.Optional(TermSet),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
})

const DAY = 'must be a day, such as 2026-01-31'
/** What is expected of a field, for its author. */
const EXPECTED: Record<string, string> = {
  layout: `must be one of ${LAYOUT_NAMES.join(', ')}`,
  navigation: 'must be false, or fields such as “title”',
  redirect: 'must be an address',
  colorMode: 'must be dark or light',
  noindex: 'must be true or false',
  date: DAY,
  updated: DAY,
  rating: 'must be a whole number from 1 to 5',
}

/** Finds fields that say what cannot be, and articles that no one could find in a list. */
export function findWrongFields(files: readonly ParsedFile[]): ContentFault[] {
  return files.flatMap(({ document, lines }) => {
    if (!document) return []
    const errors = Value.Errors(schemaOf(document), document)
    const wrong = new Set(errors.map(({ instancePath }) => instancePath.split('/')[1] ?? '').filter(Boolean))
    const missing = errors.flatMap(
      ({ params }) => (params as { requiredProperties?: string[] }).requiredProperties ?? [],
    )
    // The first paragraph is no substitute: it is cut wherever a list or a search engine cuts it.
    if (isArticle(document) && !lines.has('description')) missing.push('description')
    return [
      ...missing.map((name) => ({ file: document._file, line: 1, message: `“${name}” is missing.` })),
      ...[...wrong].map((name) => ({
        file: document._file,
        line: lines.get(name) ?? 1,
        message: `“${name}” ${EXPECTED[name] ?? 'is missing'}.`,
      })),
    ]
  })
}

function schemaOf(document: ContentDocument): TObject {
  if (document._dir === '_testimonials') return Testimonial
  return isArticle(document) ? Article : Anything
}

/** Only what is read as an article says how long one reads it. */
function isArticle(document: ContentDocument): boolean {
  return Object.hasOwn(document, 'readingMinutes') && !Object.hasOwn(document, 'redirect')
}
