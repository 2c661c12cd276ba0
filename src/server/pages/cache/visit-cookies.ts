import { PREVIEW_COOKIE } from '#server/content/preview-token.ts'
import { COUNTRY_COOKIE } from '#server/http/visitor.ts'
import { LOCALE_COOKIE } from '#shared/i18n/locale.ts'

/** Of a visitor's cookies those on which a page depends, or which it writes. */
export interface VisitCookies {
  /** Two letters, upper case. */
  country: string | undefined
  locale: string | undefined
}

const NO_COOKIES: VisitCookies = { country: undefined, locale: undefined }
const READ = new RegExp(`(?:^|;)[ \\t]*(${COUNTRY_COOKIE}|${LOCALE_COOKIE}|${PREVIEW_COOKIE})[ \\t]*=([^;]*)`, 'g')

/**
 * Reads the few cookies that matter, at a fraction of what reading all of them costs.
 * @param header the request's `cookie`
 * @returns undefined where a page has to be made for this visitor: it may be a preview, or a cookie stands there in
 * another way than we write it, which others may read differently
 */
export function readVisitCookies(header: string | undefined): VisitCookies | undefined {
  if (header === undefined) return NO_COOKIES
  const cookies: VisitCookies = { country: undefined, locale: undefined }
  for (const [, name, value = ''] of header.matchAll(READ)) {
    if (!/^[A-Za-z]{2}$/.test(value)) return undefined
    const field = name === COUNTRY_COOKIE ? 'country' : 'locale'
    if (name === PREVIEW_COOKIE || cookies[field] !== undefined) return undefined
    cookies[field] = field === 'country' ? value.toUpperCase() : value
  }
  return cookies
}
