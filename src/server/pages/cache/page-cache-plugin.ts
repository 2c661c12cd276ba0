import type { IncomingMessage, ServerResponse } from 'node:http'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'

import { isCampaignOn } from '#server/content/campaign.ts'
import type { RequestInterceptor } from '#server/http/request-interceptor.ts'
import { originAt, parameterName } from '#server/http/request-url.ts'
import { countryCode, type Visitor } from '#server/http/visitor.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { isDataUrl } from '#shared/page/data-url.ts'

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

declare module 'fastify' {
  interface FastifyInstance {
    pageCache: PageCache
  }
}

export interface PageCache {
  /** The cache is off until then. */
  renderWith(render: RenderComplete): void
  /** Of a visitor's page at some address, with the current version of its region; undefined if it is never cached. */
  placeOf(visitor: Visitor, origin: string): Omit<Place, 'address'> | undefined
  /**
   * Responds with a public page from the cache. One that is not there is rendered once for all who wait.
   * @returns false if the render was not complete, and nothing is sent
   */
  respond(request: FastifyRequest, reply: FastifyReply, place: Place, render: RenderComplete): Promise<boolean>
  /** Renders a page in the background. */
  keepSoon(place: Place): void
  status(): { pages: number; bytes: number } & Record<Served, number>
}

/** Without `PUBLIC_URL` a client can send any Host: pages are cached only for a Host that was seen before. */
const MOST_HOSTS = 512
const COUNT_MS = 60_000

/** Responds before Fastify runs. A hit has no log line of its own; one line a minute counts all hits. */
export const pageCache = fp(
  async function pageCache(app: FastifyInstance, { interceptor }: { interceptor: RequestInterceptor }) {
    const { publicUrl, trustProxy, countryHeader, pageCacheBytes } = app.config
    const store = createPageStore(pageCacheBytes)
    const regionVersions = createRegionVersions(app.catalog, app.content, () => isCampaignOn(app.site))
    const counts: Record<Served, number> = { hit: 0, stale: 0, miss: 0 }
    const seen = new LRUCache<string, true>({ max: MOST_HOSTS })
    let lastHost: string | undefined
    let lastOrigin = originAt(undefined)
    // Behind a proxy only Fastify knows the public origin of a request.
    const isOn = pageCacheBytes > 0 && (publicUrl !== undefined || trustProxy === false)
    let filler: CacheFiller | undefined

    app.decorate('pageCache', {
      renderWith(render) {
        if (!isOn) return
        filler = createCacheFiller({ render, store, regionVersions, sharedBy: countryHeader, log: app.log })
        interceptor.answer = answer
      },
      placeOf({ locale, country, regionId, preview }, origin) {
        if (!filler || preview) return undefined
        const regionVersion = regionVersions.of(country)
        if (regionVersion?.regionId !== regionId) return undefined
        return { locale, origin, country, regionVersion }
      },
      async respond({ raw }, reply, place, render) {
        const kept = store.get(keyOf(place))
        const hit = kept?.version === place.regionVersion.version ? kept : undefined
        counts[hit ? 'hit' : 'miss'] += 1
        const page = hit ?? (isKnown(place.origin) ? await filler?.now(place, render) : undefined)
        if (!page) return false
        const cookies = readVisitCookies(raw.headers.cookie)
        const audience = audienceOf(raw, cookies, place.locale, place.regionVersion.regionId)
        reply.hijack()
        sendCachedPage(raw, reply.raw, page, { audience, served: hit ? 'hit' : 'miss' })
        return true
      },
      keepSoon(place) {
        if (isKnown(place.origin)) filler?.soon(place)
      },
      status: () => ({ pages: store.pages, bytes: store.bytes, ...counts }),
    })

    /** Does no work that a hit does not need. */
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
      if (!page && address.includes('?') && !isDataUrl(address)) {
        address = canonicalAddress({ address, origin, regionVersion })
        page = store.get(keyOf({ address, origin, regionVersion }))
      }
      const served = page && howServed(page, regionVersion)
      if (!page || !served) return false
      counts[served] += 1
      // The path begins with the two letters of the locale.
      const locale = address.slice(1, 3) as Place['locale']
      if (served === 'stale') filler?.soon({ address, origin, locale, country, regionVersion })
      sendCachedPage(request, response, page, {
        audience: audienceOf(request, cookies, locale, regionVersion.regionId),
        served,
      })
      return true
    }

    function audienceOf(
      request: IncomingMessage,
      cookies: VisitCookies | undefined,
      locale: string,
      regionId: string,
    ): Audience {
      // A CDN distinguishes visitors by the country header alone; one who chose another country gets a private page.
      if (countryHeader && regionVersions.of(countryOfEdge(request))?.regionId === regionId) return 'shared'
      return cookies?.locale === locale ? 'known' : 'new'
    }

    function countryOfEdge({ headers }: IncomingMessage): string | undefined {
      return countryHeader ? countryCode(headers[countryHeader]) : undefined
    }

    /** The cached page without a query lists the parameters that it knows. */
    function canonicalAddress(place: Pick<Place, 'address' | 'origin' | 'regionVersion'>): string {
      const { address } = place
      const plain = store.get(keyOf({ ...place, address: address.slice(0, address.indexOf('?')) }))
      return (plain && withoutUnknownParameters(address, plain.parameters)) ?? address
    }

    /** The last Host is memoized, since nearly all requests have the same one. */
    function ownOrigin(host: string | undefined): string {
      if (host !== lastHost) lastOrigin = originAt(host)
      lastHost = host
      return lastOrigin
    }

    /** A made-up Host is sent only once. Returns whether the origin was seen before. */
    function isKnown(origin: string): boolean {
      if (publicUrl !== undefined) return true
      const isRepeated = seen.has(origin)
      seen.set(origin, true)
      return isRepeated
    }

    let reported = 0
    const counting = setInterval(() => {
      const answered = counts.hit + counts.stale
      if (answered > reported)
        app.log.info({ event: 'pages.cache_status', ...app.pageCache.status() }, 'pages served from the cache')
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

/** Pages respond to longer URLs with 414. */
const LONGEST = 8192
const PAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?:[/?]|$)`)
/** Query parameters that campaigns and ad networks add. */
const TRACKING = new RegExp(
  `^(?:${[
    'utm_\\w+|ref|_openstat',
    // Google, Microsoft and Yandex.
    'gclid|gad_\\w+|gbraid|wbraid|dclid|srsltid|_gl|msclkid|yclid|ysclid|ymclid',
    // Networks and messengers.
    'fbclid|igshid|ttclid|twclid|li_fat_id|epik|ScCid',
    // Email campaigns and affiliate networks.
    'mc_[ce]id|_kx|irclickid',
  ].join('|')})(?:=|$)`,
  'i',
)

/** Without tracking parameters; undefined if the URL is not that of a page. */
export function cacheAddress(url: string): string | undefined {
  return url.length > LONGEST || !PAGE.test(url) ? undefined : withoutTracking(url)
}

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

/** Parameters of previews, which are never cached. */
const PREVIEW = ['preview', 'previewToken']

/** Undefined for a preview. `address` is as `cacheAddress` returns it. */
function withoutUnknownParameters(address: string, parameters: readonly string[]): string | undefined {
  const mark = address.indexOf('?')
  if (mark === -1) return address
  const parts = address.slice(mark + 1).split('&')
  const names = parts.map(parameterName)
  if (names.some((name) => PREVIEW.includes(name))) return undefined
  const known = parts.filter((_, index) => parameters.includes(names[index] ?? ''))
  return known.length === 0 ? address.slice(0, mark) : `${address.slice(0, mark)}?${known.join('&')}`
}
