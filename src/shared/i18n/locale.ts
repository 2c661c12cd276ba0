/** Paths use the short code; the page's `lang` and Medusa's locale use the full tag. */
export const LOCALES = ['en', 'ru'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'
export const LOCALE_COOKIE = 'locale'
export const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-US', ru: 'ru-RU' }
export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', ru: 'Русский' }

export function isLocale(value: unknown): value is Locale {
  return value === 'en' || value === 'ru'
}

export function localeOfTag(tag: string | null | undefined): Locale | undefined {
  return LOCALES.find((locale) => LANGUAGE_TAGS[locale] === tag)
}

/** Every internal link is built with it: `/shop/rings` becomes `/ru/shop/rings`, home `/ru`. */
export function localePath(locale: Locale, path: string): string {
  if (!path.startsWith('/')) throw new TypeError(`A path starts with "/", got "${path}"`)
  return path === '/' ? `/${locale}` : `/${locale}${path.startsWith('/?') ? path.slice(1) : path}`
}

export function splitLocalePath(path: string): { locale: Locale | undefined; path: string } {
  const [, first = ''] = path.split('/', 2)
  const bare = first.split(/[?#]/, 1)[0]
  if (!isLocale(bare)) return { locale: undefined, path }
  const rest = path.slice(bare.length + 1)
  return { locale: bare, path: rest.startsWith('/') ? rest : `/${rest}` }
}
