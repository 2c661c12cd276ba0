import slugify from 'slugify'

import type { ContentDocument } from '../document.ts'
import { bareName, titleOf } from './title-of.ts'

/** What the place of a file tells of its document, before the author has a say. */
export type Place = Pick<
  ContentDocument,
  '_id' | '_source' | '_file' | '_stem' | '_extension' | '_path' | '_dir' | '_locale' | '_draft' | '_partial' | 'title'
>

export interface PlaceOptions {
  /** Names of top folders that are languages. */
  locales?: readonly string[] | undefined
  /** Of every file outside those folders; `en` where it is not said. */
  defaultLocale?: string | undefined
  /** Keeps capital letters in routes: `ourStory.md` lies at `/ourStory`. */
  respectPathCase?: boolean | undefined
}

/**
 * Reads route, language and the like out of where a file lies.
 * @param id source and path joined by colons: `content:en:blogs:1.caring-for-silver.md`
 */
export function placeOf(id: string, { locales = [], defaultLocale = 'en', respectPathCase }: PlaceOptions): Place {
  const [source = '', ...segments] = id.split(':')
  const file = segments.join('/')
  const dot = file.lastIndexOf('.')
  const stem = dot > file.lastIndexOf('/') ? file.slice(0, dot) : file
  const names = stem.split('/')
  // A file beside the folders of languages belongs to none of them, whatever it is called.
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
  // Letters that nothing spells in Latin stay: without a name the page would lie where its folder lies.
  return slugify(bare, { lower: !respectCase }) || bare.trim().replace(/\s+/g, '-')
}
