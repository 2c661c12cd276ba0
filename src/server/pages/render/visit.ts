import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

import { decodableUrl, NO_ORIGIN, originOf, tidyPath } from '#server/http/request-url.ts'
import { localePath, splitLocalePath } from '#shared/i18n/locale.ts'
import { isDataUrl, withoutData } from '#shared/page/data-url.ts'

import type { Renderer } from './renderer.ts'

/** Our links have a few hundred characters. Processing thousands of parameters would delay other requests. */
const LONGEST_ADDRESS = 8192

export type Visit = ReturnType<typeof readVisit>

/** Reads who asks for which page. @throws 414 if the URL is too long */
export function readVisit(request: FastifyRequest, privacyAt: Renderer['privacyAt']) {
  if (request.originalUrl.length > LONGEST_ADDRESS) {
    throw Object.assign(new Error('The address of a page is too long'), { statusCode: 414 })
  }
  const written = pageAddress(request)
  const address = new URL(tidyPath(written.pathname) + written.search, NO_ORIGIN)
  const hasLanguage = splitLocalePath(address.pathname).locale !== undefined
  const path = hasLanguage ? address.pathname : localePath(request.visitor.locale, address.pathname)
  const privacy = privacyAt(decodableUrl(path))
  const origin = originOf(request)
  const isData = isDataUrl(request.originalUrl)
  return {
    ...request.visitor,
    ...privacy,
    /** As the visitor sent it. */
    written,
    address,
    /** With a language, whether or not the visitor sent one. */
    path,
    hasLanguage,
    origin,
    isCrawler: !isData && isCrawler(request.headers['user-agent']),
    /** The browser navigates and needs only the data of the page. */
    isData,
    /** Undefined if the page is never cached. */
    place: privacy.isPersonal ? undefined : request.server.pageCache.placeOf(request.visitor, origin),
  }
}

/** Only path and query count, exactly as the visitor sent them, since the browser uses those too. */
function pageAddress({ originalUrl }: FastifyRequest): URL {
  const asked = withoutData(originalUrl)
  // Concatenate the URL, because a parser would read `//x` as another host.
  const written = asked.startsWith('/') ? NO_ORIGIN + asked : asked
  return new URL(URL.canParse(written) ? written : NO_ORIGIN)
}

/** Tools and headless browsers. The crawler list contains them too, but they get the same response as a person. */
const TOOL =
  /^(?:curl|wget|httpie|node|undici|axios|got|python|go-http-client|java|okhttp|ruby|lua|postman)\b|HeadlessChrome/i

/** The expression is long, and most visitors send one of a few user agents. */
const MOST_REMEMBERED = 500
const remembered = new LRUCache<string, boolean>({ max: MOST_REMEMBERED })

function isCrawler(userAgent: string | undefined): boolean {
  if (userAgent === undefined) return false
  const answer = remembered.get(userAgent) ?? (!TOOL.test(userAgent) && isbot(userAgent))
  remembered.set(userAgent, answer)
  return answer
}
