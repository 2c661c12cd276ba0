/** Short forms stand in paths; the full tag is the page's `lang` and Medusa's locale. */
export const LOCALES = ['en', 'ru'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'
export const LOCALE_COOKIE = 'locale'
export const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-US', ru: 'ru-RU' }

export function isLocale(value: unknown): value is Locale {
  return value === 'en' || value === 'ru'
}

/** The language of a full tag (`ru-RU`); undefined where the shop does not speak it. */
export function localeOfTag(tag: string | null | undefined): Locale | undefined {
  return LOCALES.find((locale) => LANGUAGE_TAGS[locale] === tag)
}
