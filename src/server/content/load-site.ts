import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

import { readYaml } from '#content/document/read-yaml.ts'
import { StartError } from '#server/start.ts'
import { LAUNCH } from '#shared/shop/campaign.ts'

const Site = Type.Object(
  {
    /** The name over the door. */
    brand: Type.String({ minLength: 1, maxLength: 60 }),
    /** How many days after delivery a piece may come back; the law of the European Union gives 14. */
    returnDays: Type.Integer({ minimum: 14, maximum: 365 }),
    /** Where parcels leave from, and when: see `Workshop`. */
    workshop: Type.Object(
      {
        timeZone: Type.Refine(Type.String(), isTimeZone, () => 'must name a time zone, such as Europe/London'),
        lastHour: Type.Integer({ minimum: 0, maximum: 24 }),
        closed: Type.Array(Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` })),
      },
      { additionalProperties: false },
    ),
    /** What the shop celebrates; nothing where it is absent. */
    campaign: Type.Optional(Type.Literal(LAUNCH.name)),
  },
  { additionalProperties: false },
)

/** What an operator changes first. */
export type Site = Static<typeof Site>

const FILE = 'site.yml'
/** The sample shop's, for a folder that says nothing. */
const DEFAULTS: Site = {
  brand: 'Lumenite',
  returnDays: 30,
  workshop: { timeZone: 'Europe/London', lastHour: 14, closed: [] },
}

/**
 * Reads what the shop is called, and what it celebrates.
 * @throws StartError where `site.yml` is there and wrong
 */
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
  const site: unknown = { ...DEFAULTS, ...reading.value }
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
