import { LANGUAGE_TAGS, type Locale } from '../i18n/locale.ts'

export interface NamedCountry {
  /** ISO 3166, upper case. */
  code: string
  name: string
}

/**
 * Countries by name, in the order of the language. For loaders: server and browser may know different names,
 * so a page shows those that came with its data.
 */
export function nameCountries(codes: readonly string[], locale: Locale): NamedCountry[] {
  const names = new Intl.DisplayNames([LANGUAGE_TAGS[locale]], { type: 'region', fallback: 'code' })
  const byName = new Intl.Collator(LANGUAGE_TAGS[locale])
  return [...new Set(codes)]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => byName.compare(a.name, b.name))
}
