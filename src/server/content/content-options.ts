import type { ResolveImage } from '#content/document/find-picture.ts'
import type { ParseOptions } from '#content/document/parse-document.ts'
import { DEFAULT_LOCALE, LOCALES } from '#shared/i18n/locale.ts'

export interface ContentMedia {
  /** Knows the pictures beside the words. */
  resolveImage: ResolveImage
}

/** How our own content is read. */
export function contentOptions({ resolveImage }: ContentMedia): ParseOptions {
  return { locales: LOCALES, defaultLocale: DEFAULT_LOCALE, respectPathCase: true, articles: '/blogs', resolveImage }
}
