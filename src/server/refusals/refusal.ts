import type { Translate } from '#server/plugins/translations.ts'
import type { Locale } from '#shared/i18n/locale.ts'

export interface RefusalFacts {
  /** An English sentence, marked where it is written: the key of its translations. */
  sentence: string
  values?: Record<string, string | number>
  /** Field -> English sentence: what is wrong with what was typed. */
  fields?: Record<string, string>
  /** When it may be tried again. */
  retryAfterSeconds?: number
  /** For developers. */
  details?: unknown
}

/** A refusal that the shopper is told about, in their language; not a fault. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly statusCode: number
  readonly facts: RefusalFacts

  constructor(statusCode: number, facts: RefusalFacts, options?: ErrorOptions) {
    super(facts.sentence, options)
    this.statusCode = statusCode
    this.facts = facts
  }

  /** Everything that is said to the shopper, in one language. */
  toWords(translate: Translate, locale: Locale): { message: string; fields: Record<string, string> | undefined } {
    const { sentence, values, fields } = this.facts
    const translated =
      fields && Object.entries(fields).map(([field, text]) => [field, translate(locale, text)] as const)
    return { message: translate(locale, sentence, values), fields: translated && Object.fromEntries(translated) }
  }
}

/** Refuses what was typed into one field. @param sentence said of the field, and of the whole */
export function refuseField(field: string, sentence: string): Refusal {
  return new Refusal(400, { sentence, fields: { [field]: sentence } })
}
