import { randomBytes } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

import { identifyHolder } from '#server/cart/api/visitor-cart.ts'
import { writeDelivery, writeReturns } from '#server/cart/delivery-text.ts'
import type { Config } from '#server/config.ts'
import { campaignEndOf, referencePriceOf } from '#server/content/campaign.ts'
import { bareErrorPage } from '#server/http/errors.ts'
import { decodableUrl, NO_ORIGIN, originOf, otherAddress, tidyPath } from '#server/http/request-url.ts'
import { inSpan, inSpanOfStream } from '#server/http/spans.ts'
import { keepPreviewToken } from '#server/http/visitor.ts'
import type { Visitor } from '#server/http/visitor.ts'
import { localePath, splitLocalePath, LANGUAGE_TAGS, LOCALE_COOKIE, type Locale } from '#shared/i18n/locale.ts'
import type { Page, PageModule, PageResult, RenderablePage } from '#shared/page/page-module.ts'
import type { ShopData } from '#shared/shop-data.ts'
import { logosOfProviders } from '#shared/shop/payment-logos.ts'

import type { Place, RenderComplete } from '../cache/cache-filler.ts'
import { timing } from '../cache/cached-page.ts'
import { runningCampaign } from '../cache/region-versions.ts'
import { renderHtml, streamHtml } from './html-stream.ts'
import type { AssetMap } from './page-assets.ts'
import { createPagePolicy } from './page-policy.ts'
import { createShopData, createCachedShopData } from './shop-data.ts'

/**
 * The referrer contains only our origin, also for our own pages, because analytics services read the referrer there. A
 * stricter policy would remove the origin from forms too. Some browsers send no other proof that a form is ours.
 */
const NO_ADDRESS = 'strict-origin'

/** Our links have a few hundred characters. Processing thousands of parameters would delay other requests. */
const LONGEST_ADDRESS = 8192

interface PageHandlerOptions {
  app: FastifyInstance
  pageModule: PageModule
  assets: AssetMap
  dev: boolean
}

/** Status, redirect and headers are determined before the first byte. */
export function createPageHandler({ app, pageModule, assets, dev }: PageHandlerOptions) {
  const policy = createPagePolicy({
    inlineScript: pageModule.inlineScript,
    dev,
    publicConfig: app.config.publicConfig,
  })

  const complete = createCompleteRender({ app, pageModule, assets, policy })
  // In development every response is rendered again.
  if (!dev) app.pageCache.renderWith(complete.render)

  return async function handlePage(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (request.originalUrl.length > LONGEST_ADDRESS) {
      throw Object.assign(new Error('The address of a page is too long'), { statusCode: 414 })
    }
    const crawler = isCrawler(request.headers['user-agent'])
    const gone = goneSignal(reply)
    const written = pageAddress(request)
    const address = new URL(tidyPath(written.pathname) + written.search, NO_ORIGIN)
    const hasLanguage = splitLocalePath(address.pathname).locale !== undefined
    const ownPath = hasLanguage ? address.pathname : localePath(request.visitor.locale, address.pathname)
    const { isPersonal, hasSecretUrl } = pageModule.privacyAt(decodableUrl(ownPath))
    if (isPersonal) await identifyHolder(request)
    // Create both in one turn of the event loop, so that the page names the currency of the prices that it shows.
    const page = pageOf(request, isPersonal)
    // A personal page waits for Medusa or for the database.
    if (isPersonal) app.load.release(request)

    const missed = new WeakSet<Error>()
    const shopData = notingMissed(app.wrapShopData(createShopData(app, request, reply)), missed)
    const place = isPersonal ? undefined : app.pageCache.placeOf(request)

    const pageAt = (url: URL) =>
      pageModule.createPage({
        request: new Request(url, { headers: { accept: 'text/html' } }),
        requestId: request.id,
        page,
        shopData,
      })
    const asked = written.pathname + written.search
    let result = await pageAt(address)
    keepPreviewToken(request, reply)
    if (page.preview) reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    if ('redirect' in result) return leadOn(result.redirect.status, await placeBehind(result.redirect.location))
    const lowerCase = result.status === 404 ? await lowerCaseAddress() : undefined
    if (lowerCase !== undefined) return leadOn(301, lowerCase)
    const moved = movedFrom(result, address, asked)
    if (moved !== undefined && hasLanguage) return leadOn(301, moved)
    if (moved !== undefined) {
      // No page exists at this path, so the 404 page describes the URL as written.
      const missing = await pageAt(written)
      if (!('redirect' in missing)) result = missing
    }
    if (result.failure)
      request.log.error(
        { event: 'pages.load_failed', err: result.failure },
        'the data of a page could not be loaded; an error page was sent',
      )
    reply.code(result.status).type('text/html; charset=utf-8')
    reply.header('content-language', LANGUAGE_TAGS[page.locale])
    if (!page.preview) {
      reply.header('cache-control', isPersonal || result.status >= 400 ? 'no-store' : 'private, no-cache')
    }
    if (hasSecretUrl) reply.header('x-robots-tag', 'noindex')
    if (hasSecretUrl) reply.header('referrer-policy', NO_ADDRESS)
    rememberLocale(request, reply, page.locale)
    if (crawler && result.status >= 400) return sendBare(reply, result.status, page.locale)
    // The page ignores all other query parameters.
    const cached =
      place && moved === undefined && isCacheable(result) ? { ...place, address: result.ownAddress } : undefined
    if (cached && (sendCached(cached) || (crawler && (await sendFromCache(cached))))) return reply
    return crawler ? sendComplete(result) : sendStreamed(result, cached)

    function leadOn(status: number, location: string): FastifyReply {
      // The target of the redirect may change later, or with the language.
      if (!page.preview) reply.header('cache-control', 'no-store')
      return reply.redirect(location, status)
    }

    /** The page at the path in lower case; undefined if there is none. A personal page is not loaded to find out. */
    async function lowerCaseAddress(): Promise<string | undefined> {
      const lower = new URL(ownPath.toLowerCase() + written.search, NO_ORIGIN)
      if (lower.pathname === ownPath) return undefined
      if (pageModule.privacyAt(decodableUrl(lower.pathname)).isPersonal) return lower.pathname + lower.search
      const { exists, location } = await follow(lower, asked)
      return exists && location !== asked ? location : undefined
    }

    /** A visitor without a language in the URL is redirected only once. */
    async function placeBehind(location: string): Promise<string> {
      if (isPersonal || splitLocalePath(address.pathname).locale || !location.startsWith('/')) return location
      return (await follow(new URL(location, NO_ORIGIN), location)).location
    }

    /** Returns the address at which the page of `target` is found in the end. @param given the address to compare with */
    async function follow(target: URL, given: string): Promise<{ exists: boolean; location: string }> {
      const there = await pageAt(target)
      if ('redirect' in there) return { exists: true, location: there.redirect.location }
      return { exists: there.status === 200, location: movedFrom(there, target, given) ?? given }
    }

    /** For a request whose URL was only written in another way. */
    function sendCached(there: Place): boolean {
      if (!app.pageCache.sendFromCache(request, reply.raw, there)) return false
      reply.hijack()
      return true
    }

    /** False if the page turns out not to be cacheable. */
    async function sendFromCache(there: Place): Promise<boolean> {
      const made = await app.pageCache.keepNow(there).catch(onLateError)
      if (!made) return false
      reply.hijack()
      app.pageCache.send(request, reply.raw, there, made)
      return true
    }

    async function sendStreamed(target: RenderablePage, there: Place | undefined): Promise<unknown> {
      if (there) {
        reply.header('server-timing', timing('miss'))
        // Fill the cache only after the visitor's response.
        reply.raw.once('close', () => app.pageCache.keepSoon(there))
      }
      const nonce = randomBytes(16).toString('base64')
      setPolicy(target, nonce)
      const importMap = target.isCheckout ? assets.checkoutMap : undefined
      const options = { entry: assets.entry, signal: gone, nonce, importMap, onLateError }
      const files = assets.forPage(target, page.locale)
      try {
        const html = await inSpanOfStream(`render ${target.route}`, () => streamHtml(target.element(files), options))
        return await reply.send(html)
      } catch (error) {
        if (gone.aborted) return reply
        onShellError(error)
        return reply.send(await streamHtml(target.errorElement(files, error), options))
      }
    }

    async function sendComplete(target: RenderablePage): Promise<unknown> {
      setPolicy(target)
      const files = assets.forPage(target, page.locale)
      try {
        const html = await inSpan(`render ${target.route}`, () =>
          renderHtml(target.element(files), { entry: assets.entry, signal: gone, mayMiss }),
        )
        return await reply.send(html)
      } catch (error) {
        if (gone.aborted) return reply
        onShellError(error)
        return sendBare(reply, 500, page.locale)
      }
    }

    function mayMiss(error: unknown): boolean {
      const isMissed = error instanceof Error && missed.has(error)
      if (isMissed) onLateError(error)
      return isMissed
    }

    function setPolicy({ isPrivate, isCheckout }: RenderablePage, nonce?: string): void {
      const isMeasured = !isPrivate && !page.preview
      reply.header('content-security-policy', policy({ nonce, isMeasured, isCheckout }))
      // Lets PayPal's window report the outcome to the page that opened it.
      if (isCheckout) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    }

    function onShellError(error: unknown): void {
      request.log.error(
        { event: 'pages.render_failed', err: error },
        'a page could not be rendered; an error page was sent',
      )
      reply.code(500).header('cache-control', 'no-store')
    }

    function onLateError(error: unknown): void {
      request.log.error(
        { event: 'pages.part_failed', err: error },
        'a part of a page could not be rendered; the browser renders it',
      )
    }
  }
}

/** @param missed gets the error of each optional part that could not be loaded */
function notingMissed(shopData: ShopData, missed: WeakSet<Error>): ShopData {
  return {
    ...shopData,
    async related(handle) {
      try {
        return await shopData.related(handle)
      } catch (error) {
        if (error instanceof Error) missed.add(error)
        throw error
      }
    },
  }
}

function pageOf(request: FastifyRequest, isPersonal: boolean): Page {
  const { country } = request.visitor
  return describePage(request.server, {
    ...request.visitor,
    country: (isPersonal && country) || null,
    origin: originOf(request),
  })
}

/** For a page without an address of its own, and in a preview, only the path counts. */
function movedFrom(page: RenderablePage, { pathname, searchParams }: URL, asked: string): string | undefined {
  const { ownAddress, ownParameters } = page
  return ownAddress === null || searchParams.has('preview')
    ? otherAddress(pathname, asked, [])
    : otherAddress(ownAddress, asked, ownParameters)
}

/** Only path and query count, exactly as the visitor sent them, since the browser uses those too. */
function pageAddress({ originalUrl }: FastifyRequest): URL {
  // Concatenate the URL, because a parser would read `//x` as another host.
  const written = originalUrl.startsWith('/') ? NO_ORIGIN + originalUrl : originalUrl
  return new URL(URL.canParse(written) ? written : NO_ORIGIN)
}

function sendBare(reply: FastifyReply, status: number, locale: Locale): FastifyReply {
  return reply.code(status).header('x-robots-tag', 'noindex').send(bareErrorPage(status, locale))
}

/** The cookie is written only if the language changes. */
function rememberLocale(request: FastifyRequest, reply: FastifyReply, locale: Locale): void {
  if (splitLocalePath(request.url).locale === undefined || request.cookies[LOCALE_COOKIE] === locale) return
  reply.setCookie(LOCALE_COOKIE, locale, localeCookieOptions(request.server.config))
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const notify = (): void => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The visitor has gone'))
  }
  if (reply.raw.destroyed) notify()
  else reply.raw.once('close', notify)
  return controller.signal
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

const LOCALE_SECONDS = 365 * 24 * 60 * 60

function localeCookieOptions({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl?.startsWith('https:') ?? false
  return { path: '/', maxAge: LOCALE_SECONDS, sameSite: 'lax', secure } as const
}

interface CompleteRenderOptions {
  app: FastifyInstance
  pageModule: PageModule
  assets: AssetMap
  policy: ReturnType<typeof createPagePolicy>
}

/** Uses no visitor's data, only an address, a region and the shop. */
function createCompleteRender({ app, pageModule, assets, policy }: CompleteRenderOptions) {
  const render: RenderComplete = async (place) => {
    const { address, locale, origin, regionVersion } = place
    const { regionId, currency } = regionVersion
    const visitor = { locale, country: undefined, currency, regionId, preview: false }
    const result = await pageModule.createPage({
      request: new Request(NO_ORIGIN + address, { headers: { accept: 'text/html' } }),
      page: describePage(app, { ...visitor, country: null, origin }),
      shopData: app.wrapShopData(createCachedShopData(app, { visitor, log: app.log })),
    })
    if (!isCachedAt(place, result)) return undefined

    const element = result.element(assets.forPage(result, locale))
    const html = await inSpan(`render ${result.route}`, () =>
      renderHtml(element, { entry: assets.entry, signal: new AbortController().signal }),
    )
    return {
      html,
      parameters: result.ownParameters,
      headers: {
        ...app.securityHeaders,
        'content-type': 'text/html; charset=utf-8',
        'content-language': LANGUAGE_TAGS[locale],
        'content-security-policy': policy({ isMeasured: !result.isPrivate, isCheckout: result.isCheckout }),
      },
      rememberLocale: app.serializeCookie(LOCALE_COOKIE, locale, localeCookieOptions(app.config)),
    }
  }

  return { render }
}

function describePage(
  app: FastifyInstance,
  { locale, country, currency, regionId, preview, origin }: Omit<Visitor, 'country'> & Pick<Page, 'country' | 'origin'>,
): Page {
  const { build, config, content, site } = app
  const region = app.catalog.regions().find(({ id }) => id === regionId)
  const campaign = runningCampaign(app, regionId)
  return {
    locale,
    country,
    currency,
    shownCurrency: app.catalog.version === null ? currency : app.catalog.shop().currencyOf(regionId),
    regionId,
    origin,
    preview,
    contentVersion: content.version,
    build,
    brand: site.brand,
    operator: site.operator,
    returnDays: site.returnDays,
    delivery: region?.delivery
      ? writeDelivery(app.translate, locale, { ...region.delivery, currency_code: region.currency_code })
      : null,
    returns: writeReturns(app.translate, locale, site.returnDays),
    paymentLogos: logosOfProviders(region?.paymentProviders ?? [], site.paymentLogos),
    campaign,
    campaignEnd: campaign && campaignEndOf(site, locale),
    referencePrice: referencePriceOf(site),
    publicConfig: config.publicConfig,
  }
}

function isCachedAt({ address }: Pick<Place, 'address'>, result: PageResult): result is RenderablePage {
  return isCacheable(result) && result.ownAddress === address
}

/** Complete, and the same for everybody. */
function isCacheable(result: PageResult): result is RenderablePage & { ownAddress: string } {
  return !('redirect' in result) && result.status === 200 && !result.failure && result.ownAddress !== null
}
