import { Type, type Static, type TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { LineCounter, parseDocument } from 'yaml'

import { Site } from '#server/content/load-site.ts'
import { COLORS } from '#shared/shop/colors.ts'
import { parseHex } from '#shared/shop/measure-color.ts'

import { collectMistakes, type AnswersText, type Mistakes } from './mistakes.ts'

/** All tokens of a color that setup changes. */
export const COLOR_NAMES = [...(Object.keys(COLORS) as (keyof typeof COLORS)[]), 'edge', 'success', 'error'] as const
export type ColorName = (typeof COLOR_NAMES)[number]
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** Stands for every country that no other region names. */
export const REST = 'rest'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Codes that name no country. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** @returns whether the text is an upper-case ISO 3166 code */
export function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/.test(text) && !NO_COUNTRY.has(text) && countryNames.of(text) !== undefined
}

/** @returns whether the text is a lower-case ISO 4217 code */
export function isCurrency(text: string): boolean {
  return /^[a-z]{3}$/.test(text) && Intl.supportedValuesOf('currency').includes(text.toUpperCase())
}

const Country = Type.Refine(Type.String(), isCountry, () => 'must be an upper-case country code, such as DE')
const Currency = Type.Refine(Type.String(), isCurrency, () => 'must be a lower-case currency code, such as eur')
const Color = Type.Refine(
  Type.String(),
  (text) => parseHex(text) !== undefined,
  () => 'must be a color in quotes, such as "#8a6a3b"',
)
const Line = Type.String({ minLength: 1, maxLength: 200 })
const STRICT = { additionalProperties: false } as const
const Localized = Type.Object({ en: Line, ru: Line }, STRICT)
const Amount = Type.Number({ minimum: 0 })
const Days = Type.Refine(
  Type.Object({ from: Type.Integer({ minimum: 0 }), to: Type.Integer({ minimum: 0 }) }, STRICT),
  ({ from, to }) => from <= to,
  () => 'must not end before it begins',
)

const Palette = Type.Object(optional(COLOR_NAMES, Color), STRICT)

const Region = Type.Object(
  {
    name: Localized,
    currency: Currency,
    /** Upper-case ISO codes, or `rest`. */
    countries: Type.Union([Type.Literal(REST), Type.Array(Country, { minItems: 1 })]),
    /** Whether prices in this currency contain tax. */
    taxIncluded: Type.Boolean(),
    /** The country whose tax rate pages use, if the countries of the region have different rates. */
    taxCountry: Type.Optional(Country),
  },
  STRICT,
)
export type RegionAnswer = Static<typeof Region>

const DeliveryOption = Type.Object(
  {
    name: Localized,
    /** Working days from shipment to delivery. */
    days: Days,
    insured: Type.Boolean(),
    /** Major units by lower-case currency. */
    prices: Type.Record(Type.String(), Amount),
  },
  STRICT,
)
export type DeliveryAnswer = Static<typeof DeliveryOption>

const From = Type.Object({ name: Line, street: Line, city: Line, country: Country }, STRICT)
export type FromAnswer = Static<typeof From>

const Removal = Type.Enum(['keep', 'remove'])

/** A missing key changes nothing. A list names everything that the shop has afterwards. */
const Answers = Type.Object(
  {
    ...optionalOf(Type.Pick(Site, ['brand', 'operator', 'returnDays', 'workshop', 'taxByAddress']).properties),
    colors: Type.Optional(Type.Object(optional(THEMES, Palette), STRICT)),
    regions: Type.Optional(Type.Array(Region, { minItems: 1 })),
    /** Rates in per cent by country. */
    taxes: Type.Optional(Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 100 }))),
    delivery: Type.Optional(
      Type.Object(
        {
          from: Type.Optional(From),
          options: Type.Optional(Type.Array(DeliveryOption, { minItems: 1 })),
        },
        STRICT,
      ),
    ),
    /** By file below the content folder, then by the text in brackets: its replacement, or one for each occurrence. */
    policies: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])),
      ),
    ),
    payment: Type.Optional(
      Type.Object({ payPal: Type.Optional(Type.Boolean()), invoice: Site.properties.invoice }, STRICT),
    ),
    samples: Type.Optional(
      Type.Object(optional(['products', 'categories', 'collections', 'campaign'] as const, Removal), STRICT),
    ),
    import: Type.Optional(
      Type.Object(
        {
          /** Path of the CSV file, relative to the file of the answers. */
          file: Line,
          currency: Type.Optional(Type.String({ pattern: '^[A-Za-z]{3}$' })),
        },
        STRICT,
      ),
    ),
  },
  STRICT,
)
export type Answers = Static<typeof Answers>

/** Messages for values whose pattern says little to a merchant. */
const MESSAGES: [RegExp, string][] = [
  [/^operator\.email$/, 'must be an email address, such as care@example.com'],
  [/^operator\.phone$/, 'must be a phone number with its country, such as +44 20 7946 0958'],
  [/^operator\.address\.country$/, 'must be an upper-case country code, such as GB'],
  [/^taxByAddress/, 'must be an upper-case country code, such as US'],
  [/^workshop\.closed/, 'must be a date in quotes, such as "2026-12-25"'],
  [/^samples\./, 'must be keep or remove'],
  [/\.countries\b(?!\.\d)/, 'must be a list of upper-case country codes, or rest'],
]

/** Typebox lists eight mistakes unless it is told otherwise. */
const MOST_MISTAKES = 1000

/**
 * Checks the shape of answers. Mistakes that depend on the shop are found by the steps.
 * @returns the answers without the keys that have mistakes, so that the others can be checked against the shop
 */
export function checkShape(value: unknown, mistakes: Mistakes): Answers {
  Settings.Set({ maxErrors: MOST_MISTAKES })
  const found = new Map<string, { path: (string | number)[]; message: string }>()
  for (const error of Value.Errors(Answers, value)) {
    const path = error.instancePath.split('/').slice(1).map(toKey)
    for (const { at, message } of describe(error, path)) {
      const key = at.join('.')
      const known = MESSAGES.find(([pattern]) => pattern.test(key))?.[1]
      if (!found.has(key)) found.set(key, { path: at, message: known ?? message })
    }
  }
  const places = [...found.keys()]
  for (const [key, { path, message }] of found)
    // The parts of a union fail with it, and a message about the innermost value says more.
    if (!places.some((other) => other.startsWith(`${key}.`))) mistakes.add(path, message)
  const wrong = new Set([...found.values()].map(({ path }) => String(path[0] ?? '')))
  if (wrong.has('')) return {}
  // Their currencies are those of the regions.
  if (wrong.has('regions')) for (const key of ['delivery', 'import']) wrong.add(key)
  return Object.fromEntries(Object.entries(value as Answers).filter(([key]) => !wrong.has(key)))
}

type ShapeError = ReturnType<typeof Value.Errors>[number]

function describe(error: ShapeError, path: (string | number)[]): { at: (string | number)[]; message: string }[] {
  const { keyword, params, message } = error
  if (keyword === 'additionalProperties' || keyword === 'required') {
    const isUnknown = keyword === 'additionalProperties'
    const names = isUnknown ? params.additionalProperties : params.requiredProperties
    return names.map((name) => ({ at: [...path, name], message: isUnknown ? 'is not known' : 'is missing' }))
  }
  // The schema of a key that is not known.
  if (keyword === 'boolean') return [{ at: path, message: 'is not known' }]
  return [{ at: path, message }]
}

function toKey(part: string): string | number {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~')
  return /^\d+$/.test(text) ? Number(text) : text
}

/**
 * Reads a file of answers.
 * @param file its name for messages
 * @returns the answers without the keys that have mistakes, and the mistakes
 */
export function readAnswers(source: string, file: string): { answers: Answers; mistakes: Mistakes } {
  const counter = new LineCounter()
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false })
  const text: AnswersText = { file, document, counter }
  const mistakes = collectMistakes(text)
  for (const { pos, message } of document.errors) {
    const { line, col } = counter.linePos(pos[0])
    mistakes.addLine(`${file}, line ${line}, column ${col}: ${message}`)
  }
  if (document.errors.length > 0) return { answers: {}, mistakes }
  return { answers: checkShape(document.toJS() ?? {}, mistakes), mistakes }
}

function optional<const Names extends readonly string[], Schema extends TSchema>(names: Names, schema: Schema) {
  const entries = names.map((name) => [name, Type.Optional(schema)] as const)
  return Object.fromEntries(entries) as Record<Names[number], ReturnType<typeof Type.Optional<Schema>>>
}

function optionalOf<Properties extends Record<string, TSchema>>(properties: Properties) {
  const entries = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)] as const)
  return Object.fromEntries(entries) as {
    [Name in keyof Properties]: ReturnType<typeof Type.Optional<Properties[Name]>>
  }
}
