import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { CommandError } from '../../operator-command.ts'

interface TranslationInput {
  /** What the id is of, such as `product` or `product_category`. */
  reference: string
  id: string
  /** A BCP 47 tag; Russian by default, because the texts of the rows themselves are English. */
  locale?: string | undefined
  /** Texts by field, such as `{ title: 'Кольцо' }`. An empty text shows the English one. */
  texts: unknown
}

/**
 * Sets texts of a row in another language. Texts of other fields stay.
 * @throws CommandError for an unknown kind of row, id or field; BackendError
 */
export async function setTranslation(
  { translation: api }: StaffApi,
  { reference, id, locale = LANGUAGE_TAGS.ru, texts }: TranslationInput,
): Promise<HttpTypes.AdminTranslation> {
  if (!isTexts(texts)) throw new CommandError('"texts" are texts by field, such as {"title": "Кольцо"}.')
  const { translation_settings: kinds } = await api.settings()
  const fields = kinds[reference]?.fields
  if (!fields) {
    const known = Object.keys(kinds).toSorted((a, b) => a.localeCompare(b))
    throw new CommandError(`"${reference}" cannot be translated; these can: ${known.join(', ')}.`)
  }
  const unknown = Object.keys(texts).filter((field) => !fields.includes(field))
  if (unknown.length > 0)
    throw new CommandError(`A ${reference} has no texts ${unknown.join(', ')}, but ${fields.join(', ')}.`)
  const { data: rows } = await api.entities({ type: reference, id })
  if (rows.length === 0) throw new CommandError(`There is no ${reference} ${id}.`)

  const { translations } = await api.list({ reference, reference_id: id, locale_code: locale })
  const [existing] = translations
  const { created, updated } = await api.batch({
    create: existing ? [] : [{ reference, reference_id: id, locale_code: locale, translations: texts }],
    update: existing
      ? [{ id: existing.id, translations: { ...(existing.translations as Record<string, string>), ...texts } }]
      : [],
  })
  const [changed] = [...created, ...updated]
  if (!changed) throw new Error('Medusa returned no translation.')
  return changed
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
