import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

import { readYaml } from '#content/document/read-yaml.ts'
import { StartError } from '#server/infra/start-error.ts'
import { REFERENCE_PRICES } from '#shared/money/crossed-out-price.ts'
import { LAUNCH_CAMPAIGN } from '#shared/shop/campaign.ts'
import { Country, Operator, SAMPLE_OPERATOR } from '#shared/shop/operator.ts'
import { PAYMENT_LOGOS } from '#shared/shop/payment-logos.ts'

const Moment = Type.Refine(
  Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$` }),
  (text) => !Number.isNaN(Date.parse(text)),
  () => 'must be a moment with its offset, such as 2026-11-27T00:00+01:00',
)

const Day = Type.Refine(
  Type.String(),
  (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  () => 'must be a date in quotes, such as "2026-12-25"',
)

/** `campaign` may also be its name alone. */
export const Site = Type.Object(
  {
    brand: Type.String({ minLength: 1, maxLength: 60 }),
    operator: Operator,
    /** In days after delivery. EU law requires at least 14. */
    returnDays: Type.Integer({ minimum: 14, maximum: 365 }),
    /** See `Workshop`. */
    workshop: Type.Object(
      {
        timeZone: Type.Refine(Type.String(), isTimeZone, () => 'must name a time zone, such as Europe/London'),
        lastHour: Type.Integer({ minimum: 0, maximum: 24 }),
        closed: Type.Array(Day),
      },
      { additionalProperties: false },
    ),
    /** Countries where tax depends on the province. For them the cart says that checkout computes the tax. */
    taxByAddress: Type.Array(Country),
    /** By payment provider id. */
    paymentLogos: Type.Record(Type.String(), Type.Array(Type.Enum([...PAYMENT_LOGOS]))),
    /** Bank details or instructions, as lines of text. */
    invoice: Type.Optional(
      Type.Object(
        { en: Type.String({ minLength: 1, maxLength: 2000 }), ru: Type.String({ minLength: 1, maxLength: 2000 }) },
        { additionalProperties: false },
      ),
    ),
    /** A missing start or end leaves that side open. */
    campaign: Type.Optional(
      Type.Refine(
        Type.Object(
          {
            name: Type.Literal(LAUNCH_CAMPAIGN.name),
            from: Type.Optional(Moment),
            to: Type.Optional(Moment),
            /** Source of the reference price during the campaign if the backend has none. */
            referencePrice: Type.Optional(Type.Enum([...REFERENCE_PRICES])),
          },
          { additionalProperties: false },
        ),
        ({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to),
        () => 'must end after it begins',
      ),
    ),
  },
  { additionalProperties: false },
)

export type Site = Static<typeof Site>

const FILE = 'site.yml'
const DEFAULTS: Site = {
  brand: 'Lumenite',
  operator: SAMPLE_OPERATOR,
  returnDays: 30,
  workshop: { timeZone: 'Europe/London', lastHour: 14, closed: [] },
  taxByAddress: ['US'],
  paymentLogos: { pp_paypal_paypal: ['PayPal'] },
}

/** @throws StartError if `site.yml` exists and is invalid */
export async function loadSite(contentDir: string): Promise<Site> {
  const file = join(contentDir, FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return DEFAULTS
  const reading = readYaml(text)
  if ('fault' in reading) throw new StartError(`${file}, line ${reading.fault.line}: ${reading.fault.message}`)
  if (Array.isArray(reading.value)) throw new StartError(`${file}: fields are expected, such as “brand: Lumenite”.`)
  const { campaign, ...rest } = reading.value
  // A plain name is a campaign without start and end.
  const named = typeof campaign === 'string' ? { name: campaign } : campaign
  const site: unknown = { ...DEFAULTS, ...rest, campaign: named }
  if (Value.Check(Site, site)) return site
  const [error] = Value.Errors(Site, site)
  throw new StartError(`${file}: ${error?.instancePath.slice(1) || 'it'} ${error?.message ?? 'is not valid'}.`)
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
