import slugify from 'slugify'

import type { ContentDocument } from '../document.ts'
import { bareName, titleOf } from './title-of.ts'

export type PathFields = Pick<
  ContentDocument,
  '_id' | '_source' | '_file' | '_stem' | '_extension' | '_path' | '_dir' | '_locale' | '_draft' | '_partial' | 'title'
>

export interface PathOptions {
  locales?: readonly string[]
  /** Of every file outside the folders of languages; `en` by default. */
  defaultLocale?: string
  /** `ourStory.md` becomes `/ourStory`. */
  respectPathCase?: boolean
}

/** `id` is such as `content:en:blogs:1.caring-for-silver.md`. */
export function fieldsFromPath(
  id: string,
  { locales = [], defaultLocale = 'en', respectPathCase }: PathOptions,
): PathFields {
  const [source = '', ...segments] = id.split(':')
  const file = segments.join('/')
  const dot = file.lastIndexOf('.')
  const stem = dot > file.lastIndexOf('/') ? file.slice(0, dot) : file
  const names = stem.split('/')
  // A top-level file is in no language folder, even if it has the name of a language.
  const isInLocale = names.length > 1 && locales.includes(names[0] ?? '')
  const slugs = names.slice(isInLocale ? 1 : 0).flatMap((name) => slugOf(name, respectPathCase) || [])
  return {
    _id: id,
    _source: source,
    _file: file,
    _stem: stem,
    _extension: file.slice(stem.length + 1),
    _path: `/${slugs.join('/')}`,
    _dir: slugs.at(-2) ?? '',
    _locale: isInLocale ? (names[0] ?? defaultLocale) : defaultLocale,
    _draft: names.some((name) => name.endsWith('.draft')),
    _partial: names.some((name) => name.startsWith('_')),
    title: titleOf(names.at(-1) ?? ''),
  }
}

function slugOf(name: string, respectCase = false): string {
  const bare = bareName(name)
  // A name without a Latin transliteration is kept. With an empty slug the page would get its folder's route.
  return slugify(bare, { lower: !respectCase }) || bare.trim().replace(/\s+/g, '-')
}
