import type { FastifyInstance } from 'fastify'

import type { Config } from '#server/config.ts'
import { NO_ORIGIN } from '#server/http/request-url.ts'
import type { Visitor } from '#server/http/visitor.ts'
import { LANGUAGE_TAGS, LOCALE_COOKIE } from '#shared/i18n/locale.ts'
import type { Page, PageModule, PageResult, RenderablePage } from '#shared/page/page-module.ts'
import { logosOfProviders } from '#shared/shop/payment-logos.ts'

import type { Place, RenderComplete } from '../cache/cache-filler.ts'
import { referencePriceOf, runningCampaign } from '../cache/running-campaign.ts'
import { renderHtml } from './html-stream.ts'
import type { AssetMap } from './page-assets.ts'
import { REPORTING_ENDPOINTS, type createPagePolicy } from './page-policy.ts'
import { createCachedShopData } from './shop-data.ts'

/** A language is remembered for a year. */
const LOCALE_SECONDS = 365 * 24 * 60 * 60

/** How the cookie of the language is set. */
export function localeCookieOptions({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl?.startsWith('https:') ?? false
  return { path: '/', maxAge: LOCALE_SECONDS, sameSite: 'lax', secure } as const
}

interface CompleteRenderOptions {
  app: FastifyInstance
  pageModule: PageModule
  assets: AssetMap
  policy: ReturnType<typeof createPagePolicy>
}

/** Makes pages for no one in particular, to be kept: from an address, a region and the shop alone. */
export function createCompleteRender({ app, pageModule, assets, policy }: CompleteRenderOptions) {
  /** @throws what the shell, or a part of the page, threw */
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

    const html = await renderHtml(result.element(assets.forPage(result, locale)), {
      entry: assets.entry,
      signal: new AbortController().signal,
    })
    return {
      html,
      parameters: result.ownParameters,
      headers: {
        ...app.securityHeaders,
        'content-type': 'text/html; charset=utf-8',
        'content-language': LANGUAGE_TAGS[locale],
        'reporting-endpoints': REPORTING_ENDPOINTS,
        'content-security-policy': policy({ isMeasured: !result.isPrivate, isCheckout: result.isCheckout }),
      },
      rememberLocale: app.serializeCookie(LOCALE_COOKIE, locale, localeCookieOptions(app.config)),
    }
  }

  return { render }
}

/** What the server tells a page of itself and of the visit. */
export function describePage(
  app: FastifyInstance,
  { locale, country, currency, regionId, preview, origin }: Omit<Visitor, 'country'> & Pick<Page, 'country' | 'origin'>,
): Page {
  const { build, config, content, site } = app
  const region = app.catalog.regions().find(({ id }) => id === regionId)
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
    returnDays: site.returnDays,
    paymentLogos: logosOfProviders(region?.paymentProviders ?? [], site.paymentLogos),
    campaign: runningCampaign(app, regionId),
    referencePrice: referencePriceOf(site),
    publicConfig: config.publicConfig,
  }
}

/** Whether a page is whole, the same for everybody, and the one that is kept at a place. */
export function isCachedAt({ address }: Pick<Place, 'address'>, result: PageResult): result is RenderablePage {
  return isCacheable(result) && result.ownAddress === address
}

/** Whether a page is whole, and the same for everybody who reads it. */
export function isCacheable(result: PageResult): result is RenderablePage & { ownAddress: string } {
  return !('redirect' in result) && result.status === 200 && !result.failure && result.ownAddress !== null
}
