import { Type, type TObject } from 'typebox'
import { Value } from 'typebox/value'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ParsedFile } from '#content/document/parse-document.ts'
import { LAYOUT_NAMES } from '#shared/page/layout-names.ts'

const NonEmptyText = Type.String({ minLength: 1 })
const Day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])' })

const FIELDS = {
  title: Type.Optional(NonEmptyText),
  layout: Type.Optional(Type.Enum([...LAYOUT_NAMES])),
  navigation: Type.Optional(Type.Union([Type.Literal(false), Type.Object({})])),
  redirect: Type.Optional(NonEmptyText),
  colorMode: Type.Optional(Type.Enum(['dark', 'light'])),
  noindex: Type.Optional(Type.Boolean()),
  date: Type.Optional(Day),
  updated: Type.Optional(Day),
}
const Anything = Type.Object(FIELDS)
const Article = Type.Object({ ...FIELDS, date: Day })
const Testimonial = Type.Object({
  name: NonEmptyText,
  place: Type.Optional(NonEmptyText),
  words: NonEmptyText,
  date: Day,
  product: Type.Optional(NonEmptyText),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  sample: Type.Optional(Type.Boolean()),
})

const DAY = 'must be a day, such as 2026-01-31'
const EXPECTED: Record<string, string> = {
  layout: `must be one of ${LAYOUT_NAMES.join(', ')}`,
  navigation: 'must be false, or fields such as “title”',
  redirect: 'must be an address',
  colorMode: 'must be dark or light',
  noindex: 'must be true or false',
  sample: 'must be true or false',
  date: DAY,
  updated: DAY,
  rating: 'must be a whole number from 1 to 5',
}

export function findInvalidFields(files: readonly ParsedFile[]): ContentFault[] {
  return files.flatMap(({ document, lines }) => {
    if (!document) return []
    const errors = Value.Errors(schemaOf(document), document)
    const wrong = new Set(errors.map(({ instancePath }) => instancePath.split('/')[1] ?? '').filter(Boolean))
    const missing = errors.flatMap(
      ({ params }) => (params as { requiredProperties?: string[] }).requiredProperties ?? [],
    )
    // The first paragraph is not used instead, because lists and search engines would truncate it.
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

/** Only articles have a reading time. */
function isArticle(document: ContentDocument): boolean {
  return Object.hasOwn(document, 'readingMinutes') && !Object.hasOwn(document, 'redirect')
}
