import accepts from '@fastify/accepts'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'

import { CONTENT_BASE } from '#content/request/content-address.ts'
import { preview } from '#server/http/visitor.ts'

import { addressFormsRoute } from './cart/api/address-forms-routes.ts'
import { cartRoutes } from './cart/api/cart-routes.ts'
import { carts } from './cart/carts.ts'
import { categoriesRoute, productRoutes } from './catalog/api/product-routes.ts'
import { catalogRefreshRoute } from './catalog/api/refresh-routes.ts'
import { catalog } from './catalog/catalog-plugin.ts'
import { emptySearches } from './catalog/empty-searches/empty-searches.ts'
import type { ServerConfig } from './config.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import { contentRoutes } from './content/api/content-routes.ts'
import { content } from './content/content-plugin.ts'
import { accountRoutes } from './customers/api/account-routes.ts'
import { customers } from './customers/customers-plugin.ts'
import { mailer } from './email/mailer-plugin.ts'
import { clientOf, createTrustProxy } from './http/client-network.ts'
import { compression } from './http/compression.ts'
import { answerFrameworkError, errors } from './http/errors.ts'
import { parseForm } from './http/forms/form-body.ts'
import { shuttingDown } from './http/graceful-shutdown.ts'
import { health } from './http/health.ts'
import { loadShedding, requestEncoding } from './http/load-shedding.ts'
import { metrics } from './http/metrics.ts'
import { answerParserError } from './http/plain-answers.ts'
import { rateLimit } from './http/rate-limit.ts'
import { createRequestIdSource, requestIds } from './http/request-id.ts'
import { createRequestInterceptor } from './http/request-interceptor.ts'
import { logOptions, prettyLog } from './http/request-log.ts'
import { decodableUrl } from './http/request-url.ts'
import { createSecurityHeaders, securityHeaders } from './http/security-headers.ts'
import { signedCookies } from './http/signed-cookies.ts'
import { translations } from './http/translations.ts'
import { visitor } from './http/visitor.ts'
import { images } from './images/images-plugin.ts'
import { media } from './images/media-plugin.ts'
import { database } from './infra/database/database-plugin.ts'
import { backend } from './medusa/medusa-plugin.ts'
import { eventsRoute } from './orders/api/events-route.ts'
import { orderRoutes } from './orders/api/order-routes.ts'
import { orders } from './orders/orders-plugin.ts'
import { withdrawals } from './orders/withdrawals/withdrawals-plugin.ts'
import { assets } from './pages/assets/assets-plugin.ts'
import { latestBuildRoute } from './pages/assets/builds-routes.ts'
import { pageCache } from './pages/cache/page-cache-plugin.ts'
import { crawlerRoutes } from './pages/seo/crawler-routes.ts'
import { rssRoutes } from './pages/seo/rss-routes.ts'
import { storefront, type WrapShopData } from './pages/storefront-plugin.ts'
import { priceLedger } from './price-ledger/price-ledger-plugin.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { emailSubscribeRoutes } from './subscriptions/api/email-subscribe-routes.ts'
import { dropAHintRoutes } from './subscriptions/api/hint-routes.ts'
import { mailing } from './subscriptions/mailing-plugin.ts'
import { backInStockRoutes } from './subscriptions/stock-alerts/stock-alert-routes.ts'
import { stockAlerts } from './subscriptions/stock-alerts/stock-alerts-plugin.ts'
import { consentRoute } from './visitor/consent-routes.ts'
import { ipLocationRoute, regionRoutes, visitorRoutes } from './visitor/visitor-routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    config: ServerConfig
  }
}

/** Content queries are sent in the URL, which may be long. */
export const MAX_HEADER_BYTES = 65_536

export interface ServerOptions {
  config: ServerConfig
  /** Uses Vite's development server instead of the build. */
  dev?: boolean
  wrapShopData?: WrapShopData
  /** The plugin that documents the API. It is registered before all routes. Only development has it. */
  apiDocs?: FastifyPluginAsync
}

/**
 * Builds the server: every plugin and every route, in the order in which a request meets them.
 * @returns a server that does not listen yet
 */
export async function buildServer({
  config,
  dev = false,
  wrapShopData,
  apiDocs,
}: ServerOptions): Promise<FastifyInstance> {
  const app = await buildApi(config, { apiDocs })
  await app.register(storefront, { dev, wrapShopData })
  await app.register(latestBuildRoute)
  await app.vite.ready()
  return app
}

/** Builds the server without its pages. */
export async function buildApi(
  config: ServerConfig,
  { apiDocs }: Pick<ServerOptions, 'apiDocs'> = {},
): Promise<FastifyInstance> {
  const trustProxy = createTrustProxy(config.trustProxy)
  const headers = await createSecurityHeaders(config)
  const interceptor = createRequestInterceptor({ clientOf: (request) => clientOf(request, trustProxy) })
  const app = fastify({
    serverFactory: interceptor.serverFactory,
    // During a graceful shutdown, requests on open connections are still answered.
    return503OnClosing: false,
    ...(config.logFormat === 'pretty' ? prettyLog(config.logLevel) : { logger: logOptions(config.logLevel) }),
    genReqId: createRequestIdSource(config.trustProxy !== false),
    trustProxy: config.trustProxy === false ? false : trustProxy,
    clientErrorHandler: (error, socket) => answerParserError(error, socket, headers),
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply.headers(headers)),
    // Unknown fields are refused by name instead of being removed silently.
    ajv: { customOptions: { removeAdditional: false } },
    routerOptions: { maxParamLength: 2100 },
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    bodyLimit: 65_536,
    // Reading all content takes longer than Fastify's 10 s on a machine that does much else.
    pluginTimeout: 60_000,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.decorate('config', config)
  app.decorate('drawings', {})

  if (apiDocs) await app.register(apiDocs)
  await app.register(shuttingDown)
  await app.register(requestIds)
  if (config.isTraced) await app.register((await import('./http/tracing.ts')).tracing)
  await app.register(metrics)
  await app.register(securityHeaders, { headers })
  await app.register(compress, compression)
  await app.register(cookie)
  await app.register(signedCookies)
  await app.register(formbody, { parser: parseForm })
  await app.register(accepts)
  await app.register(translations)
  await app.register(loadShedding, { entry: interceptor, headers })
  await app.register(requestEncoding)
  await app.register(backend)
  await app.register(media)
  await app.register(content)
  await app.register(database)
  await app.register(catalog)
  await app.register(preview)
  await app.register(visitor)
  await app.register(pageCache, { interceptor })
  await app.register(assets)
  await app.register(carts)
  await app.register(emptySearches)
  await app.register(priceLedger)
  await app.register(rateLimit)
  await app.register(mailer)
  await app.register(mailing)
  await app.register(stockAlerts)
  await app.register(withdrawals)
  await app.register(orders)
  await app.register(customers)
  await app.register(errors)

  await app.register(health)
  await app.register(images, { interceptor })
  await app.register(regionRoutes, { prefix: '/api/region' })
  await app.register(rssRoutes)
  await app.register(crawlerRoutes)
  await app.register(ipLocationRoute, { prefix: '/api' })
  await app.register(visitorRoutes, { prefix: '/api/visitor' })
  await app.register(categoriesRoute, { prefix: '/api' })
  await app.register(addressFormsRoute, { prefix: '/api' })
  await app.register(productRoutes, { prefix: '/api/products' })
  await app.register(contentRoutes, { prefix: CONTENT_BASE })
  await app.register(cartRoutes, { prefix: '/api/carts' })
  await app.register(emailSubscribeRoutes, { prefix: '/api/email-subscribe' })
  await app.register(dropAHintRoutes, { prefix: '/api/drop-a-hint' })
  await app.register(contactRoutes, { prefix: '/api/contact' })
  await app.register(backInStockRoutes, { prefix: '/api/back-in-stock' })
  await app.register(orderRoutes, { prefix: '/api/orders' })
  await app.register(accountRoutes, { prefix: '/api/account' })
  await app.register(consentRoute, { prefix: '/api' })
  await app.register(catalogRefreshRoute, { prefix: '/api/_internal/catalog' })
  await app.register(eventsRoute, { prefix: '/api/_internal' })
  await app.register(staffRoutes, { prefix: '/api/_internal/staff' })
  return app
}
