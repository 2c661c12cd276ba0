import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Locale } from '#shared/i18n/locale.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

const CATALOGUES = join(import.meta.dirname, '../../locales')
const catalogues = new Map<Locale, string>()

/**
 * The translation of an English message.
 * @param english the whole message, without placeholders; of a message with several contexts, the one without any
 * @throws if the catalog does not contain it, or has several translations
 */
export function messageIn(locale: Locale, english: string): string {
  if (locale === 'en') return english
  const message = `\nmsgid ${JSON.stringify(english)}\nmsgstr "`
  const parts = catalogueOf(locale).split(message)
  const plain = parts.slice(1).filter((_, index) => !/\nmsgctxt [^\n]*$/.test(parts[index] ?? ''))
  const reported = plain.length > 0 ? plain : parts.slice(1)
  const text = new Set(reported.map((rest) => rest.slice(0, rest.indexOf('"\n'))))
  const [term] = text
  if (term === undefined || text.size > 1) throw new Error(`the ${locale} catalogue has no one word for "${english}"`)
  return insertNbsp(term, locale)
}

function catalogueOf(locale: Locale): string {
  const known = catalogues.get(locale) ?? readAll(locale)
  catalogues.set(locale, known)
  return known
}

function readAll(locale: Locale): string {
  const files = readdirSync(CATALOGUES, { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => name.endsWith(`${locale}.po`))
    .map((name) => readFileSync(join(CATALOGUES, name), 'utf8'))
    .join('\n')
}
