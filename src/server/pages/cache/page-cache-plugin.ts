import type { IncomingMessage, ServerResponse } from 'node:http'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import type { RequestInterceptor } from '#server/http/request-interceptor.ts'
import { originAt, originOf, parameterName } from '#server/http/request-url.ts'
import { countryCode } from '#server/http/visitor.ts'
import { splitLocalePath, LOCALES } from '#shared/i18n/locale.ts'

import { createCacheFiller, keyOf, type CacheFiller, type Place, type RenderComplete } from './cache-filler.ts'
import {
  sendCachedPage,
  type Audience,
  type CachedPage,
  type Served,
  readVisitCookies,
  type VisitCookies,
} from './cached-page.ts'
import { createPageStore } from './page-store.ts'
import { createRegionVersions } from './region-versions.ts'
import { isCampaignOn } from './region-versions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pageCache: PageCache
  }
}

/** Public pages, kept as they were last made complete. */
export interface PageCache {
  /** Nothing is kept until it is known how. */
  renderWith(render: RenderComplete): void
  /** Where a request's page would be kept, and how the shop stands before it is made; undefined where it never is. */
  placeOf(request: FastifyRequest): Place | undefined
  /** Makes the page of a place when there is time, and keeps it. */
  keepSoon(place: Place): void
  /** Makes it now. @returns undefined where it may not be kept. @throws what its render threw */
  keepNow(place: Place): Promise<CachedPage | undefined>
  /** Answers with the page of a place, where it is in the cache. @returns whether it was answered */
  sendFromCache(request: FastifyRequest, response: ServerResponse, place: Place): boolean
  /** Answers with a page that was made just now. */
  send(request: FastifyRequest, response: ServerResponse, place: Place, page: CachedPage): void
  status(): { pages: number; bytes: number } & Record<Served, number>
}

/** Without `PUBLIC_URL` anybody can make up a Host; pages are cached for one that has come before. */
const MOST_HOSTS = 512
const COUNT_MS = 60_000

/**
 * Keeps complete pages and answers with them at the door, before anything of the framework runs. A hit has no line in
 * the log: every minute has one for all of its hits.
 */
export const pageCache = fp(
  async function pageCache(app: FastifyInstance, { interceptor }: { interceptor: RequestInterceptor }) {
    const { publicUrl, trustProxy, countryHeader, pageCacheBytes } = app.config
    const store = createPageStore(pageCacheBytes)
    const regionVersions = createRegionVersions(app.catalog, app.content, () => isCampaignOn(app.site))
    const counts: Record<Served, number> = { hit: 0, stale: 0, miss: 0 }
    /** Origins that were asked for, the latest last. */
    const seen = new Set<string>()
    let lastHost: string | undefined
    let lastOrigin = originAt(undefined)
    // Behind a proxy only the framework tells under which name we were asked.
    const isOn = pageCacheBytes > 0 && (publicUrl !== undefined || trustProxy === false)
    let filler: CacheFiller | undefined

    app.decorate('pageCache', {
      renderWith(render) {
        if (!isOn) return
        filler = createCacheFiller({ render, store, regionVersions, sharedBy: countryHeader, log: app.log })
        interceptor.answer = answer
      },
      placeOf(request) {
        const { originalUrl, visitor, raw } = request
        if (!filler || visitor.preview) return undefined
        const cookies = readVisitCookies(raw.headers.cookie)
        const address = cacheAddress(originalUrl)
        const locale = address && splitLocalePath(address).locale
        if (!cookies || !locale) return undefined
        const regionVersion = regionVersions.of(visitor.country)
        if (!regionVersion?.hasOwnPrices || regionVersion.regionId !== visitor.regionId) return undefined
        return { address, locale, origin: originOf(request), country: visitor.country, regionVersion }
      },
      keepSoon(place) {
        counts.miss += 1
        if (isKnown(place.origin)) filler?.soon(place)
      },
      keepNow: async (place) => (isKnown(place.origin) ? filler?.now(place) : undefined),
      sendFromCache({ raw }, response, place) {
        const page = store.get(keyOf(place))
        if (page?.version !== place.regionVersion.version) return false
        counts.hit += 1
        const cookies = readVisitCookies(raw.headers.cookie) ?? { country: undefined, locale: undefined }
        const audience = audienceOf(raw, cookies, place.locale, place.regionVersion.regionId)
        sendCachedPage(raw, response, page, { audience, served: 'hit' })
        return true
      },
      send({ raw }, response, { locale, regionVersion }, page) {
        counts.miss += 1
        const cookies = readVisitCookies(raw.headers.cookie) ?? { country: undefined, locale: undefined }
        const audience = audienceOf(raw, cookies, locale, regionVersion.regionId)
        sendCachedPage(raw, response, page, { audience, served: 'miss' })
      },
      status: () => ({ pages: store.pages, bytes: store.bytes, ...counts }),
    })

    /** The way of a hit: nothing here is done that it does not need. */
    function answer(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '', headers } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      let address = cacheAddress(url)
      if (address === undefined) return false
      const origin = publicUrl ?? ownOrigin(headers.host)
      const cookies = readVisitCookies(headers.cookie)
      const country = cookies?.country ?? countryOfEdge(request)
      const regionVersion = cookies && regionVersions.of(country)
      if (!regionVersion) return false
      let page = store.get(keyOf({ address, origin, regionVersion }))
      if (!page && address.includes('?')) {
        address = canonicalAddress({ address, origin, regionVersion })
        page = store.get(keyOf({ address, origin, regionVersion }))
      }
      const served = page && howServed(page, regionVersion)
      if (!page || !served) return false
      counts[served] += 1
      // The language is two letters long, and stands at the beginning.
      const locale = address.slice(1, 3) as Place['locale']
      if (served === 'stale') filler?.soon({ address, origin, locale, country, regionVersion })
      sendCachedPage(request, response, page, {
        audience: audienceOf(request, cookies, locale, regionVersion.regionId),
        served,
      })
      return true
    }

    function audienceOf(request: IncomingMessage, cookies: VisitCookies, locale: string, regionId: string): Audience {
      // Who chose another country than where they are would be answered by the edge with someone else's prices.
      if (countryHeader && regionVersions.of(countryOfEdge(request))?.regionId === regionId) return 'shared'
      return cookies.locale === locale ? 'known' : 'new'
    }

    function countryOfEdge({ headers }: IncomingMessage): string | undefined {
      return countryHeader ? countryCode(headers[countryHeader]) : undefined
    }

    /** An address without the parameters that mean nothing to its page: the page without any says which ones do. */
    function canonicalAddress(place: Pick<Place, 'address' | 'origin' | 'regionVersion'>): string {
      const { address } = place
      const plain = store.get(keyOf({ ...place, address: address.slice(0, address.indexOf('?')) }))
      return (plain && withoutUnknownParameters(address, plain.parameters)) ?? address
    }

    /** The origin of a request that comes straight to us; nearly all of them name the same Host. */
    function ownOrigin(host: string | undefined): string {
      if (host !== lastHost) lastOrigin = originAt(host)
      lastHost = host
      return lastOrigin
    }

    /** Notes that pages of an origin are asked for. @returns whether they were before: a made-up Host comes once */
    function isKnown(origin: string): boolean {
      if (publicUrl !== undefined) return true
      const isRepeated = seen.delete(origin)
      const [oldest] = seen
      if (seen.size >= MOST_HOSTS && oldest !== undefined) seen.delete(oldest)
      seen.add(origin)
      return isRepeated
    }

    let reported = 0
    const counting = setInterval(() => {
      const answered = counts.hit + counts.stale
      if (answered > reported) app.log.info(app.pageCache.status(), 'pages were answered from the cache')
      reported = answered
    }, COUNT_MS).unref()

    app.addHook('onClose', async () => {
      interceptor.answer = () => false
      filler = undefined
      clearInterval(counting)
      regionVersions.close()
      store.clear()
    })
  },
  { name: 'page-cache', dependencies: ['catalog', 'content', 'visitor'] },
)

function howServed({ version }: CachedPage, regionVersion: Place['regionVersion']): 'hit' | 'stale' | undefined {
  if (version === regionVersion.version) return 'hit'
  const { before } = regionVersion
  return before?.version === version && performance.now() < before.until ? 'stale' : undefined
}

/** Pages refuse addresses that are longer. */
const LONGEST = 8192
const PAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?:[/?]|$)`)
/** What campaigns and networks write behind an address. */
const TRACKING = new RegExp(
  `^(?:${[
    'utm_\\w+|ref|_openstat',
    // Google, Microsoft and Yandex.
    'gclid|gad_\\w+|gbraid|wbraid|dclid|srsltid|_gl|msclkid|yclid|ysclid|ymclid',
    // Networks and messengers.
    'fbclid|igshid|ttclid|twclid|li_fat_id|epik|ScCid',
    // Letters and partners.
    'mc_[ce]id|_kx|irclickid',
  ].join('|')})(?:=|$)`,
  'i',
)

/**
 * The address under which a page is looked up: as it was written, without what only tracks the visitor.
 * @param url path and query of a request
 * @returns undefined for what is no page
 */
export function cacheAddress(url: string): string | undefined {
  return url.length > LONGEST || !PAGE.test(url) ? undefined : withoutTracking(url)
}

/** An address without what only tracks the visitor, and without a query that says nothing. */
function withoutTracking(url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return url
  const meant = url
    .slice(query + 1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part))
  const path = url.slice(0, query)
  return meant.length > 0 ? `${path}?${meant.join('&')}` : path
}

/** Parameters that turn a page into a draft, which the cache knows nothing of. */
const PREVIEW = ['preview', 'previewToken']

/**
 * The cache key of an address without the parameters that mean nothing to its page, which may be written in any way.
 * @param address as `cacheAddress` gives it
 * @param parameters names of those that mean something
 * @returns undefined for a request for a preview
 */
function withoutUnknownParameters(address: string, parameters: readonly string[]): string | undefined {
  const mark = address.indexOf('?')
  if (mark === -1) return address
  const parts = address.slice(mark + 1).split('&')
  const names = parts.map(parameterName)
  if (names.some((name) => PREVIEW.includes(name))) return undefined
  const known = parts.filter((_, index) => parameters.includes(names[index] ?? ''))
  return known.length === 0 ? address.slice(0, mark) : `${address.slice(0, mark)}?${known.join('&')}`
}
