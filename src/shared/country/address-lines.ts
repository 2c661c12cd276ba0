import type { Address } from '../cart/cart.ts'
import { LANGUAGE_TAGS, type Locale } from '../i18n/locale.ts'

export const POSTAL_CODE_FIRST: ReadonlySet<string> = new Set(
  (
    'AD AL AM AR AT AX AZ BA BE BG BL BY CH CL CV CY CZ DE DK DO DZ EC EE EH ES ET FI FO FR GE GF GL GN GP GR GT GW HR ' +
    'HT IS IT KG KW KZ LA LI LR LT LU MA MC MD ME MF MG MK MQ MU MX MY MZ NC NE NI NL NO OM PF PL PM PT PY RE RO RS SE ' +
    'SI SJ SK SM SN SV TJ TM TN TR TZ UY UZ VA WF XK YT ZM'
  ).split(' '),
)

/** A city that is also a province, such as Moscow, is named once. */
export function addressLines(address: Address, country: string | undefined): string[] {
  const { city, postal_code: code } = address
  const province = isSameText(city, address.province) ? undefined : address.province
  const isCodeFirst = POSTAL_CODE_FIRST.has(address.country_code?.toUpperCase() ?? '')
  const cityLines = isCodeFirst
    ? [[code, city], [province]]
    : province
      ? [[city && `${city},`, province, code]]
      : [[city], [code]]
  const lines = [
    [address.first_name, address.last_name],
    [address.company],
    [address.address_1],
    [address.address_2],
    ...cityLines,
    [country],
    [address.phone],
  ]
  return lines.map((parts) => parts.filter(Boolean).join(' ')).filter(Boolean)
}

function isSameText(one: string | null | undefined, other: string | null | undefined): boolean {
  return (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase()
}

export interface NamedCountry {
  code: string
  name: string
}

/** Call it in loaders: server and browser may have different names. */
export function nameCountries(codes: readonly string[], locale: Locale): NamedCountry[] {
  const names = new Intl.DisplayNames([LANGUAGE_TAGS[locale]], { type: 'region', fallback: 'code' })
  const byName = new Intl.Collator(LANGUAGE_TAGS[locale])
  return [...new Set(codes)]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => byName.compare(a.name, b.name))
}
