import type { FastifyInstance } from 'fastify'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

export interface WrittenPage {
  /** As in a URL, without the language. */
  path: string
  title: string
  description: string | undefined
  /** The date of its last change, if the author set one. */
  changed: string | undefined
}

const JOURNAL = 'blogs'
const DAY = /^\d{4}-\d{2}-\d{2}/

/** Without drafts and unlisted pages. */
export function writtenPages(
  { content }: Pick<FastifyInstance, 'content'>,
  locale: Locale,
): Record<'pages' | 'articles', WrittenPage[]> {
  const found = content.requests().query({
    where: [
      { _type: 'markdown', _partial: false, _locale: locale },
      { redirect: { $exists: false }, noindex: { $ne: true } },
    ],
    without: ['body'],
  }) as Record<string, unknown>[]
  const groups = Object.groupBy(found, ({ _dir }) => (_dir === JOURNAL ? 'articles' : 'pages'))
  return { pages: (groups.pages ?? []).map(toPage), articles: (groups.articles ?? []).map(toPage) }
}

export function languagesOf(pages: Record<Locale, readonly WrittenPage[]>): Map<string, Locale[]> {
  const languages = new Map<string, Locale[]>()
  for (const locale of LOCALES) {
    for (const { path } of pages[locale]) languages.set(path, [...(languages.get(path) ?? []), locale])
  }
  return languages
}

function toPage({ _path, title, description, date, updated }: Record<string, unknown>): WrittenPage {
  const [day] = [updated, date].filter((value) => typeof value === 'string' && DAY.test(value)) as string[]
  return {
    path: encodeURI(String(_path)).replaceAll(/[?#]/g, encodeURIComponent),
    title: String(title),
    description: typeof description === 'string' && description !== '' ? description : undefined,
    changed: day?.slice(0, 10),
  }
}
