import type { Locale } from '#shared/i18n/locale.ts'

import type { Translate } from './translations.ts'

export interface HttpErrorOptions {
  /** English, marked where it is written: the key of its translations. */
  message: string
  values?: Record<string, string | number>
  more?: readonly Pick<HttpErrorOptions, 'message' | 'values'>[]
  fields?: Record<string, string>
  retryAfterSeconds?: number
  details?: unknown
}

export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly facts: HttpErrorOptions

  constructor(statusCode: number, facts: HttpErrorOptions, options?: ErrorOptions) {
    super(facts.message, options)
    this.statusCode = statusCode
    this.facts = facts
  }

  toText(translate: Translate, locale: Locale): { message: string; fields: Record<string, string> | undefined } {
    const { values, fields, more = [] } = this.facts
    const translated =
      fields && Object.entries(fields).map(([field, text]) => [field, translate(locale, text, values)] as const)
    const message = [this.facts, ...more].map((part) => translate(locale, part.message, part.values)).join(' ')
    return { message, fields: translated && Object.fromEntries(translated) }
  }
}

export function refuseField(field: string, wording: string): HttpError {
  return new HttpError(400, { message: wording, fields: { [field]: wording } })
}
