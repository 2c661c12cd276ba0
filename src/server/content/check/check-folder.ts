import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Type, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ParsedFile } from '#content/document/parse-document.ts'
import { mediaDir } from '#server/config.ts'
import { loadMediaImages } from '#server/images/media.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'

import { createFolderReader } from '../content-files.ts'
import { isPageKeywordFile } from '../page-keywords.ts'
import { isSynonymFile } from '../synonyms.ts'
import { findBrokenPromises, type SoldNow } from './broken-promises.ts'
import { findDeadLinks } from './dead-links.ts'
import { findInvalidFields } from './wrong-fields.ts'

export interface FolderCheck {
  documents: number
  faults: ContentFault[]
  drafts: Pick<ContentDocument, '_file' | '_locale' | 'title'>[]
}

/** Without `sold`, neither promises nor links to products are checked. Throws StartError if the folder cannot be read. */
export async function checkFolder(contentDir: string, sold?: SoldNow): Promise<FolderCheck> {
  const media = mediaDir({ contentDir })
  const read = createFolderReader(contentDir, async () => {
    const [images, present] = await Promise.all([loadMediaImages(media), readdir(media)])
    return {
      ...images,
      resolve: (file, locale) => (present.includes(file) ? images.resolve(file, locale) : undefined),
    }
  })
  const { documents, faults, parsed } = await read()
  const found = [
    ...faults,
    ...findMissingTranslations(documents),
    ...findDeadLinks(parsed, sold?.handles),
    ...findInvalidFields(parsed),
    ...findInvalidSynonyms(parsed),
    ...(await findMissingAlts(media)),
    ...(sold ? await findBrokenPromises(contentDir, documents, sold) : []),
  ]
  return {
    documents: documents.length,
    faults: found.toSorted((a, b) => compareText(a.file, b.file) || a.line - b.line),
    drafts: documents
      .filter(({ _draft }) => _draft)
      .map(({ _file, _locale, title }) => ({ _file, _locale, title }))
      .toSorted((a, b) => compareText(a._file, b._file)),
  }
}

/** Drafts and testimonials need no translation. */
function findMissingTranslations(documents: readonly ContentDocument[]): ContentFault[] {
  const published = documents.filter(({ _draft, _dir }) => !_draft && _dir !== '_testimonials')
  const existing = new Set(published.map(({ _locale, _path }) => `${_locale} ${_path}`))
  return published.flatMap(({ _path, _file, _locale }) =>
    LOCALES.filter((locale) => locale !== _locale && !existing.has(`${locale} ${_path}`)).map((locale) => ({
      file: _file,
      line: 1,
      message: `There is no “${locale}” for ${_path}.`,
    })),
  )
}

/** A picture without a text is nothing to a shopper who does not see it, and to search engines. */
async function findMissingAlts(media: string): Promise<ContentFault[]> {
  const text = await readFile(join(media, 'manifest.json'), 'utf8')
  const lineOf = (file: string): number => text.slice(0, text.indexOf(JSON.stringify(file))).split('\n').length
  return (JSON.parse(text) as { file: string; alt_en: string; alt_ru: string }[]).flatMap((image) =>
    LOCALES.filter((locale) => image[`alt_${locale}`].trim() === '').map((locale) => ({
      file: 'media/manifest.json',
      line: lineOf(image.file),
      message: `“${image.file}” has no text in “${locale}”. Say in “alt_${locale}” what it shows.`,
    })),
  )
}

/** YAML parses entries such as 585 as numbers. */
const Text = Type.Union([Type.String({ pattern: '[\\p{L}\\d]' }), Type.Number()])
const Texts = Type.Array(Text, { minItems: 1 })

const SAME = {
  items: Type.Array(Text, { minItems: 2 }),
  expected: 'a group of two words or more, such as [pear, teardrop]',
}
const WORD = { items: Text, expected: 'a word' }

const SYNONYM_FIELDS = {
  same: SAME,
  also: {
    items: Type.Object({ typed: Text, finds: Texts }, { additionalProperties: false }),
    expected: 'such as { typed: diamond, finds: [moissanite] }',
  },
  first: {
    items: Type.Object({ typed: Text, finds: Texts }, { additionalProperties: false }),
    expected: 'such as { typed: gold, finds: [yellow gold] }',
  },
  audience: WORD,
  optional: WORD,
  ignored: WORD,
}

const PAGE_FIELDS = {
  same: SAME,
  pages: {
    items: Type.Object(
      { path: Text, keywords: Texts, title: Type.Optional(Text), text: Type.Optional(Text) },
      { additionalProperties: false },
    ),
    expected: 'such as { path: /policies/return-policy, keywords: [exchange] }',
  },
  ignored: WORD,
}

interface Field {
  items: TSchema
  expected: string
}

function fieldsOf(document: ContentDocument): Record<string, Field> | undefined {
  if (isSynonymFile(document)) return SYNONYM_FIELDS
  return isPageKeywordFile(document) ? PAGE_FIELDS : undefined
}

function findInvalidSynonyms(files: readonly ParsedFile[]): ContentFault[] {
  return files.flatMap(({ document, lines }) => {
    const fields = document && fieldsOf(document)
    if (!fields) return []
    const { _file: file } = document
    const lineOf = (name: string): number => lines.get(name) ?? 1
    return [...lines.keys()].filter(isTopLevel).flatMap((name): ContentFault[] => {
      const field = Object.entries(fields).find(([known]) => known === name)?.[1]
      if (!field) return [{ file, line: lineOf(name), message: `“${name}” means nothing here.` }]
      const value = document[name]
      if (!Array.isArray(value)) return [{ file, line: lineOf(name), message: `“${name}” must be a list.` }]
      return value.flatMap((item, nth) =>
        Value.Check(field.items, item)
          ? []
          : [{ file, line: lineOf(`${name}.${nth}`), message: `An item of “${name}” must be ${field.expected}.` }],
      )
    })
  })
}

function isTopLevel(name: string): boolean {
  return !name.includes('.')
}
