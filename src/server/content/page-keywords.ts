import type { ContentDocument } from '#content/document.ts'
import { isLocale, type Locale } from '#shared/i18n/locale.ts'

/** One file per language: `ru/_search/pages.yml`. */
const FILE = /^[^/]+\/_search\/pages\.ya?ml$/

export function isPageKeywordFile({ _file }: Pick<ContentDocument, '_file'>): boolean {
  return FILE.test(_file)
}

/** The words by which a page is found that are not in its title or its headings. */
interface PageKeyword {
  locale: Locale
  /** The path without the locale. It may name a section: `/policies/terms-of-service#delivery`. */
  path: string
  keywords: readonly string[]
  /** Only for pages that are not content. */
  title?: string
  text: string
}

export interface PageKeywords {
  pages: readonly PageKeyword[]
  /** Groups of words or phrases with the same meaning. */
  same: readonly (readonly string[])[]
  /** Words that say nothing about a page: how, long, can. */
  ignored: readonly string[]
}

/** Skips invalid entries; `npm run content:check` reports them. */
export function readPageKeywords(documents: readonly ContentDocument[]): PageKeywords {
  return {
    pages: documents.flatMap(({ _locale, pages }) =>
      listOf(pages).flatMap((page) => {
        const { path, keywords, title, text = '' } = (page ?? {}) as Record<string, unknown>
        if (!isLocale(_locale) || typeof path !== 'string') return []
        const shown = typeof title === 'string' ? { title } : {}
        return [{ locale: _locale, path, keywords: textsOf(keywords), ...shown, text: String(text) }]
      }),
    ),
    same: documents.flatMap(({ same }) => listOf(same).map(textsOf)),
    ignored: documents.flatMap(({ ignored }) => textsOf(ignored)),
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : []))
}
