import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

const TITLES: Record<Locale, Record<'missing' | 'tooLong' | 'broken', string>> = {
  en: { missing: 'Page Not Found', tooLong: 'This address is too long', broken: 'Internal Server Error' },
  ru: { missing: 'Страница не найдена', tooLong: 'Этот адрес слишком длинный', broken: 'Ошибка на сервере' },
}

/** What is sent where our own error page must not be (crawlers) or cannot be rendered: nothing to index or follow. */
export function bareErrorPage(status: number, locale: Locale): string {
  const title = TITLES[locale][status === 404 ? 'missing' : status === 414 ? 'tooLong' : 'broken']
  return (
    `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8">` +
    `<meta name="robots" content="noindex"><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  )
}
