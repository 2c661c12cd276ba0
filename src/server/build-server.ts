import accepts from '@fastify/accepts'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyInstance } from 'fastify'

import { CONTENT_BASE } from '#content/request/content-address.ts'

import { latestBuildRoute } from './api/_app/builds.ts'
import { catalogRefreshRoute } from './api/_internal/catalog/refresh.ts'
import { orderLapsedRoute } from './api/_internal/orders/lapsed.ts'
import { orderPlacedRoute } from './api/_internal/orders/placed.ts'
import { transferRequestedRoute } from './api/_internal/orders/transfer-requested.ts'
import { addressFormsRoute } from './api/address-forms.ts'
import { rssRoutes } from './api/blogs/rss.ts'
import { cartRoutes } from './api/carts/cart-routes.ts'
import { categoriesRoute } from './api/categories.ts'
import { consentRoute } from './api/consent.ts'
import { contentRoutes } from './api/content/content-routes.ts'
import { cspReportsRoute } from './api/csp-reports.ts'
import { dropAHintRoutes } from './api/drop-a-hint.ts'
import { emailSubscribeRoutes } from './api/email-subscribe/email-subscribe-routes.ts'
import { parseForm } from './api/forms/form-body.ts'
import { ipLocationRoute } from './api/ip-location.ts'
import { orderRoutes } from './api/orders/order-routes.ts'
import { productRoutes } from './api/products/product-routes.ts'
import { regionRoutes } from './api/region/current.ts'
import { ringSizerRoute } from './api/ring-sizer.ts'
import { visitorRoutes } from './api/visitor/visitor-routes.ts'
import type { ServerConfig } from './config.ts'
import { decodableUrl } from './decodable-url.ts'
import { clientOf, createTrustProxy } from './http/client-address.ts'
import { answerParserError } from './http/plain-answers.ts'
import { createRequestInterceptor } from './page-cache/request-interceptor.ts'
import { assets } from './plugins/assets.ts'
import { backend } from './plugins/backend.ts'
import { carts } from './plugins/carts.ts'
import { catalog } from './plugins/catalog.ts'
import { compression } from './plugins/compression.ts'
import { content } from './plugins/content.ts'
import { cspReports } from './plugins/csp-reports.ts'
import { database } from './plugins/database.ts'
import { emptySearches } from './plugins/empty-searches.ts'
import { answerFrameworkError, errors } from './plugins/errors.ts'
import { shuttingDown } from './plugins/graceful-shutdown.ts'
import { health } from './plugins/health.ts'
import { images } from './plugins/images.ts'
import { loadShedding } from './plugins/load-shedding.ts'
import { mailer } from './plugins/mailer.ts'
import { mailing } from './plugins/mailing.ts'
import { media } from './plugins/media.ts'
import { orders } from './plugins/orders.ts'
import { pageCache } from './plugins/page-cache.ts'
import { preview } from './plugins/preview.ts'
import { priceLedger } from './plugins/price-ledger.ts'
import { pubsub } from './plugins/pubsub.ts'
import { rateLimit } from './plugins/rate-limit.ts'
import { requestEncoding } from './plugins/request-encoding.ts'
import { createSecurityHeaders, securityHeaders } from './plugins/security-headers.ts'
import { signedCookies } from './plugins/signed-cookies.ts'
import { storefront, type WrapShopData } from './plugins/storefront.ts'
import { translations } from './plugins/translations.ts'
import { visitor } from './plugins/visitor.ts'
import { withdrawals } from './plugins/withdrawals.ts'
import { developmentLog, logOptions } from './request-log.ts'
import { crawlerRoutes } from './seo/crawler-routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    config: ServerConfig
  }
}

/** A question about content travels in its address, and may be long before it is too long. */
export const MAX_HEADER_BYTES = 65_536

export interface ServerOptions {
  config: ServerConfig
  /** Vite's development server instead of the build. */
  dev?: boolean
  wrapShopData?: WrapShopData
}

/**
 * The server's table of contents: every capability and every route, in the order in which a request meets them.
 * @returns a server that is not listening yet
 */
export async function buildServer({ config, dev = false, wrapShopData }: ServerOptions): Promise<FastifyInstance> {
  const app = await buildApi(config, dev)
  await app.register(storefront, { dev, wrapShopData })
  await app.register(latestBuildRoute)
  await app.vite.ready()
  return app
}

/** Everything but the pages. @param dev writes the log for people */
export async function buildApi(config: ServerConfig, dev = false): Promise<FastifyInstance> {
  const trustProxy = createTrustProxy(config.trustProxy)
  const headers = await createSecurityHeaders(config)
  const interceptor = createRequestInterceptor({ clientOf: (request) => clientOf(request, trustProxy) })
  const app = fastify({
    serverFactory: interceptor.serverFactory,
    // Anyone who is in when we close is still answered.
    return503OnClosing: false,
    ...(dev ? developmentLog(config.logLevel) : { logger: logOptions(config.logLevel) }),
    trustProxy: config.trustProxy === false ? false : trustProxy,
    clientErrorHandler: (error, socket) => answerParserError(error, socket, headers),
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply.headers(headers)),
    // A field that we do not know is refused by name, never dropped in silence.
    ajv: { customOptions: { removeAdditional: false } },
    routerOptions: { maxParamLength: 2100 },
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    bodyLimit: 65_536,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.decorate('config', config)
  app.decorate('sizePrintout', {})

  await app.register(shuttingDown)
  await app.register(securityHeaders, { headers })
  await app.register(compress, compression)
  // The secret reads cookies that earlier versions signed.
  await app.register(cookie, { secret: config.secret })
  await app.register(signedCookies)
  await app.register(formbody, { parser: parseForm })
  await app.register(accepts)
  await app.register(translations)
  await app.register(loadShedding, { entry: interceptor, headers })
  await app.register(requestEncoding)
  await app.register(backend)
  await app.register(pubsub)
  await app.register(media)
  await app.register(content)
  await app.register(catalog)
  await app.register(preview)
  await app.register(visitor)
  await app.register(pageCache, { interceptor })
  await app.register(database)
  await app.register(assets)
  await app.register(carts)
  await app.register(emptySearches)
  await app.register(cspReports)
  await app.register(priceLedger)
  await app.register(mailer)
  await app.register(mailing)
  await app.register(withdrawals)
  await app.register(orders)
  await app.register(rateLimit)
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
  await app.register(ringSizerRoute, { prefix: '/api' })
  await app.register(productRoutes, { prefix: '/api/products' })
  await app.register(contentRoutes, { prefix: CONTENT_BASE })
  await app.register(cartRoutes, { prefix: '/api/carts' })
  await app.register(emailSubscribeRoutes, { prefix: '/api/email-subscribe' })
  await app.register(dropAHintRoutes, { prefix: '/api/drop-a-hint' })
  await app.register(orderRoutes, { prefix: '/api/orders' })
  await app.register(consentRoute, { prefix: '/api' })
  await app.register(cspReportsRoute, { prefix: '/api' })
  await app.register(catalogRefreshRoute, { prefix: '/api/_internal/catalog' })
  await app.register(orderPlacedRoute, { prefix: '/api/_internal/orders' })
  await app.register(orderLapsedRoute, { prefix: '/api/_internal/orders' })
  await app.register(transferRequestedRoute, { prefix: '/api/_internal/orders' })
  return app
}
