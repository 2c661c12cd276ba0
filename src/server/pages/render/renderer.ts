import type { FastifyInstance } from 'fastify'

import { writeDelivery, writeReturns } from '#server/cart/delivery-text.ts'
import { cheapestOf } from '#server/catalog/reading/shipping-options.ts'
import type { Config } from '#server/config.ts'
import { campaignEndOf, referencePriceOf } from '#server/content/campaign.ts'
import { NO_ORIGIN } from '#server/http/request-url.ts'
import { inSpan } from '#server/http/spans.ts'
import type { Visitor } from '#server/http/visitor.ts'
import { LANGUAGE_TAGS, LOCALE_COOKIE, type Locale } from '#shared/i18n/locale.ts'
import { withoutData } from '#shared/page/data-url.ts'
import type { Page, PageModule, PageResult, RenderablePage } from '#shared/page/page-module.ts'
import type { ShopData } from '#shared/shop-data.ts'
import { logosOfProviders } from '#shared/shop/payment-logos.ts'

import type { RenderComplete } from '../cache/cache-filler.ts'
import type { CompletePage } from '../cache/cached-page.ts'
import { runningCampaign } from '../cache/region-versions.ts'
import { renderHtml, withoutNonce, type Html, type HtmlOptions } from './html-stream.ts'
import type { AssetMap } from './page-assets.ts'
import { createPagePolicy } from './page-policy.ts'
import { createPublicData } from './shop-data.ts'

interface RendererOptions {
  app: FastifyInstance
  pageModule: PageModule
  assets: AssetMap
  dev: boolean
}

/** Who a page is for. Its country is null unless the page is personal. */
type Reader = Omit<Visitor, 'country'> & Pick<Page, 'country' | 'origin'>

interface RenderOptions extends Pick<HtmlOptions, 'isComplete' | 'onLateError'> {
  locale: Locale
  /** Only what a browser needs that shows the page without loading a document. */
  isData: boolean
  /** Renders the error page instead. */
  error?: unknown
}

export type Rendered = Html & { isData?: true }

export const DATA_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'x-robots-tag': 'noindex' }

export type Renderer = ReturnType<typeof createRenderer>

/** Loads and renders pages, for visitors, crawlers and the cache alike. */
export function createRenderer({ app, pageModule, assets, dev }: RendererOptions) {
  const policy = createPagePolicy({ inlineScript: pageModule.inlineScript, dev, publicConfig: app.config.publicConfig })
  /** Errors of parts that a page can do without. */
  const optional = new WeakSet<object>()

  /**
   * Returns the function that loads the page at a URL. All its pages have the prices of one catalog, in one currency.
   * @param personal the data of one visitor, for a personal page
   */
  function open(reader: Reader, log: FastifyInstance['log'], personal?: ShopData) {
    const page = describePage(app, reader)
    const data = app.wrapShopData(personal ?? (createPublicData(app, { visitor: reader, log }) as ShopData))
    const shopData: ShopData = { ...data, related: async (handle) => data.related(handle).catch(rethrowOptional) }
    return (url: URL, requestId?: string): Promise<PageResult> =>
      pageModule.createPage({
        request: new Request(url, { headers: { accept: 'text/html' } }),
        ...(requestId === undefined ? {} : { requestId }),
        page,
        publicData: shopData,
        ...(personal ? { shopData } : {}),
      })
  }

  function rethrowOptional(error: unknown): never {
    if (error instanceof Error) optional.add(error)
    throw error
  }

  /** @throws the error of the shell; if the page has to be complete, also that of any part it cannot do without */
  async function render(page: RenderablePage, { locale, error, isData, ...options }: RenderOptions): Promise<Rendered> {
    if (isData) return renderData(page)
    const files = assets.forPage(page, locale)
    const element = error === undefined ? page.element(files) : page.errorElement(files, error)
    const importMap = page.isCheckout ? assets.checkoutMap : undefined
    const html = await inSpan(`render ${page.route}`, () =>
      renderHtml(element, { ...options, entry: assets.entry, importMap }),
    )
    const failure = 'failures' in html ? html.failures.find((one) => !optional.has(one as object)) : undefined
    if (options.isComplete && failure) throw new Error('A part of a page could not be rendered', { cause: failure })
    return html
  }

  async function renderData(page: RenderablePage): Promise<Rendered> {
    const failures: unknown[] = []
    const data = await page.data((failure) => failures.push(failure))
    return { bytes: Buffer.from(JSON.stringify(data)), failures, nonce: undefined, isData: true }
  }

  /** Undefined for a page with something missing. */
  function toCompletePage(page: RenderablePage, locale: Locale, rendered: Rendered): CompletePage | undefined {
    if ('stream' in rendered || rendered.failures.length > 0) return undefined
    const { bytes, nonce, isData } = rendered
    return {
      bytes: withoutNonce(bytes, nonce),
      parameters: page.ownParameters,
      headers: {
        ...app.securityHeaders,
        'content-language': LANGUAGE_TAGS[locale],
        ...(isData ? DATA_HEADERS : htmlHeaders(page)),
      },
      rememberLocale: app.serializeCookie(LOCALE_COOKIE, locale, localeCookieOptions(app.config)),
    }
  }

  function htmlHeaders({ isPrivate, isCheckout }: RenderablePage) {
    return {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy({ isMeasured: !isPrivate, isCheckout }),
    }
  }

  /** For the cache, without a visitor. */
  const renderComplete: RenderComplete = async ({ address, locale, origin, regionVersion }) => {
    const { regionId, currency } = regionVersion
    const load = open({ locale, country: null, currency, regionId, preview: false, origin }, app.log)
    const own = withoutData(address)
    const page = await load(new URL(NO_ORIGIN + own))
    if (!isPublic(page) || page.ownAddress !== own) return undefined
    return toCompletePage(page, locale, await render(page, { locale, isComplete: true, isData: own !== address }))
  }

  // In development every response is rendered again.
  if (!dev) app.pageCache.renderWith(renderComplete)
  return { open, render, toCompletePage, policy, privacyAt: pageModule.privacyAt }
}

/** Whether it is the same for everyone, at an address of its own. */
export function isPublic(page: PageResult): page is RenderablePage & { ownAddress: string } {
  return !('redirect' in page) && page.status === 200 && !page.failure && page.ownAddress !== null
}

const LOCALE_SECONDS = 365 * 24 * 60 * 60

export function localeCookieOptions({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl?.startsWith('https:') ?? false
  return { path: '/', maxAge: LOCALE_SECONDS, sameSite: 'lax', secure } as const
}

function describePage(app: FastifyInstance, { locale, country, currency, regionId, preview, origin }: Reader): Page {
  const { build, config, site } = app
  const region = app.catalog.regions().find(({ id }) => id === regionId)
  const campaign = runningCampaign(app, regionId)
  return {
    locale,
    country,
    currency,
    regionId,
    origin,
    preview,
    build,
    brand: site.brand,
    operator: site.operator,
    returnDays: site.returnDays,
    delivery: region ? writeDelivery(app.translate, locale, region, cheapestOf(region.shippingOptions)) : null,
    returns: writeReturns(app.translate, locale, site.returnDays),
    paymentLogos: logosOfProviders(region?.paymentProviders ?? [], site.paymentLogos),
    campaign,
    campaignEnd: campaign && campaignEndOf(site, locale),
    referencePrice: referencePriceOf(site),
    publicConfig: config.publicConfig,
  }
}
