import type { IncomingMessage, ServerResponse } from 'node:http'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import type { FrontDoor } from '#server/page-cache/front-door.ts'
import { createKeeping, keyOf, type Keeping, type Place, type RenderComplete } from '#server/page-cache/keeping.ts'
import { keptAddress } from '#server/page-cache/kept-address.ts'
import { sendKeptPage, type Audience, type KeptPage, type Served } from '#server/page-cache/kept-page.ts'
import { createPageStore } from '#server/page-cache/page-store.ts'
import { createStandings } from '#server/page-cache/standings.ts'
import { readVisitCookies, type VisitCookies } from '#server/page-cache/visit-cookies.ts'
import { originOf } from '#server/render/origin.ts'
import { splitLocalePath } from '#shared/i18n/locale-path.ts'

import { countryCode } from './visitor.ts'

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
  keepNow(place: Place): Promise<KeptPage | undefined>
  /** Answers with a page that was made just now. */
  send(request: FastifyRequest, response: ServerResponse, place: Place, page: KeptPage): void
  status(): { pages: number; bytes: number } & Record<Served, number>
}

/** Without `PUBLIC_URL` anybody can make up a host, and each has pages of its own. */
const MOST_HOSTS = 8
const COUNT_MS = 60_000

/**
 * Keeps complete pages and answers with them at the door, before anything of the framework runs. A hit has no line in
 * the log: every minute has one for all of its hits.
 */
export const pageCache = fp(
  async function pageCache(app: FastifyInstance, { door }: { door: FrontDoor }) {
    const { publicUrl, trustProxy, countryHeader, pageCacheBytes } = app.config
    const store = createPageStore(pageCacheBytes)
    const standings = createStandings(app.catalog, app.content)
    const counts: Record<Served, number> = { hit: 0, stale: 0, miss: 0 }
    /** By the `host` that was asked for. */
    const origins = new Map<string | undefined, string>()
    // Behind a proxy only the framework tells under which name we were asked.
    const isOn = pageCacheBytes > 0 && (publicUrl !== undefined || trustProxy === false)
    let keeping: Keeping | undefined

    app.decorate('pageCache', {
      renderWith(render) {
        if (!isOn) return
        keeping = createKeeping({ render, store, standings, sharedBy: countryHeader, log: app.log })
        door.answer = answer
      },
      placeOf(request) {
        const { originalUrl, visitor, raw } = request
        if (!keeping || visitor.preview) return undefined
        const cookies = readVisitCookies(raw.headers.cookie)
        const address = keptAddress(originalUrl)
        const locale = address && splitLocalePath(address).locale
        if (!cookies || !locale) return undefined
        const standing = standings.of(visitor.country)
        const origin = learnOrigin(request)
        if (!standing?.hasOwnPrices || standing.regionId !== visitor.regionId || !origin) return undefined
        return { address, locale, origin, country: visitor.country, standing }
      },
      keepSoon(place) {
        counts.miss += 1
        keeping?.soon(place)
      },
      keepNow: async (place) => keeping?.now(place),
      send({ raw }, response, { locale, standing }, page) {
        counts.miss += 1
        const cookies = readVisitCookies(raw.headers.cookie) ?? { country: undefined, locale: undefined }
        const audience = audienceOf(raw, cookies, locale, standing.regionId)
        sendKeptPage(raw, response, page, { audience, served: 'miss' })
      },
      status: () => ({ pages: store.pages, bytes: store.bytes, ...counts }),
    })

    /** The way of a hit: nothing here is done that it does not need. */
    function answer(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '', headers } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const address = keptAddress(url)
      const origin = publicUrl ?? origins.get(headers.host)
      if (address === undefined || origin === undefined) return false
      const cookies = readVisitCookies(headers.cookie)
      const country = cookies?.country ?? countryOfEdge(request)
      const standing = cookies && standings.of(country)
      if (!standing) return false
      const page = store.get(keyOf({ address, origin, standing }))
      const served = page && howServed(page, standing)
      if (!served) return false
      counts[served] += 1
      // The language is two letters long, and stands at the beginning.
      const locale = address.slice(1, 3) as Place['locale']
      if (served === 'stale') keeping?.soon({ address, origin, locale, country, standing })
      sendKeptPage(request, response, page, {
        audience: audienceOf(request, cookies, locale, standing.regionId),
        served,
      })
      return true
    }

    function audienceOf(request: IncomingMessage, cookies: VisitCookies, locale: string, regionId: string): Audience {
      // Who chose another country than where they are would be answered by the edge with somebody else's prices.
      if (countryHeader && standings.of(countryOfEdge(request))?.regionId === regionId) return 'shared'
      return cookies.locale === locale ? 'known' : 'new'
    }

    function countryOfEdge({ headers }: IncomingMessage): string | undefined {
      return countryHeader ? countryCode(headers[countryHeader]) : undefined
    }

    function learnOrigin(request: FastifyRequest): string | undefined {
      if (publicUrl) return publicUrl
      const { host } = request.headers
      if (!origins.has(host) && origins.size < MOST_HOSTS) origins.set(host, originOf(request))
      return origins.get(host)
    }

    let told = 0
    const counting = setInterval(() => {
      const answered = counts.hit + counts.stale
      if (answered > told) app.log.info(app.pageCache.status(), 'pages were answered from the cache')
      told = answered
    }, COUNT_MS).unref()

    app.addHook('onClose', async () => {
      door.answer = () => false
      keeping = undefined
      clearInterval(counting)
      standings.close()
      store.clear()
    })
  },
  { name: 'page-cache', dependencies: ['catalog', 'content', 'visitor'] },
)

function howServed({ version }: KeptPage, standing: Place['standing']): 'hit' | 'stale' | undefined {
  if (version === standing.version) return 'hit'
  const { before } = standing
  return before?.version === version && performance.now() < before.until ? 'stale' : undefined
}
