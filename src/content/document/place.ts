import slugify from 'slugify'

import type { ContentDocument } from '../document.ts'

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

/** `1`, `1.2`, `1.0.x`: such a name is no number in front of a name. */
const VERSION = /^\d+(?:\.\d+)*(?:\.x)?$/

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

/** @returns the name in words: `1.gift-cards` is `Gift Cards` */
export function titleOf(name: string): string {
  return bareName(name)
    .split(/[\s-]/)
    .map((word) =>
      word
        .split(/[-_/.]/)
        .map(capitalize)
        .join(''),
    )
    .join(' ')
}

function slugOf(name: string, respectCase = false): string {
  const bare = bareName(name)
  // Letters that nothing spells in Latin stay: without a name the page would lie where its folder lies.
  return slugify(bare, { lower: !respectCase }) || bare.trim().replace(/\s+/g, '-')
}

/** Without the number that orders it, without what says that it is a draft; empty for an index. */
function bareName(name: string): string {
  if (VERSION.test(name)) return name
  return name
    .replace(/^\d+\./, '')
    .replace(/^index(?:\.draft)?$/, '')
    .replace(/\.draft$/, '')
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
