import { Type, type TObject } from 'typebox'
import { Value } from 'typebox/value'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ParsedFile } from '#content/document/parse-document.ts'
import { LAYOUT_NAMES } from '#shared/page/layout-names.ts'

const Words = Type.String({ minLength: 1 })
const Day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])' })

/** What a field means, wherever it stands at the top of a file. */
const FIELDS = {
  title: Type.Optional(Words),
  layout: Type.Optional(Type.Enum([...LAYOUT_NAMES])),
  navigation: Type.Optional(Type.Union([Type.Literal(false), Type.Object({})])),
  redirect: Type.Optional(Words),
  colorMode: Type.Optional(Type.Enum(['dark', 'light'])),
  noindex: Type.Optional(Type.Boolean()),
  date: Type.Optional(Day),
  updated: Type.Optional(Day),
}
const Anything = Type.Object(FIELDS)
const Article = Type.Object({ ...FIELDS, date: Day })
const Testimonial = Type.Object({
  name: Words,
  place: Type.Optional(Words),
  words: Words,
  date: Day,
  product: Type.Optional(Words),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
})

/** Finds fields that say what cannot be, and articles that nobody could find in a list. */
export function findWrongFields(files: readonly ParsedFile[]): ContentFault[] {
  return files.flatMap(({ document, lines }) => {
    if (!document) return []
    const faults = Value.Errors(schemaOf(document), document).flatMap(({ keyword, instancePath, message, params }) => {
      const name = instancePath.split('/')[1] ?? ''
      const { requiredProperties: missing = [], allowedValues } = params as Params
      if (keyword === 'required') return missing.map((field) => ({ line: 1, message: `“${field}” is missing.` }))
      const what = allowedValues ? `must be one of ${allowedValues.map((value) => `“${value}”`).join(', ')}` : message
      return [{ line: lines.get(name) ?? 1, message: `“${name}” ${what}.` }]
    })
    // The first paragraph is no substitute: it is cut wherever a list or a search engine cuts it.
    if (isArticle(document) && !lines.has('description')) {
      faults.push({ line: 1, message: '“description” is missing.' })
    }
    return faults.map((fault) => ({ file: document._file, ...fault }))
  })
}

interface Params {
  requiredProperties?: string[]
  allowedValues?: string[]
}

function schemaOf(document: ContentDocument): TObject {
  if (document._dir === '_testimonials') return Testimonial
  return isArticle(document) ? Article : Anything
}

/** Only what is read as an article says how long one reads it. */
function isArticle(document: ContentDocument): boolean {
  return Object.hasOwn(document, 'readingMinutes') && !Object.hasOwn(document, 'redirect')
}
