import accepts from '@fastify/accepts'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyInstance } from 'fastify'

import { CONTENT_BASE } from '#content/request/content-address.ts'

import { latestBuildRoute } from './api/_app/builds.ts'
import { catalogRefreshRoute } from './api/_internal/catalog/refresh.ts'
import { orderPlacedRoute } from './api/_internal/orders/placed.ts'
import { transferRequestedRoute } from './api/_internal/orders/transfer-requested.ts'
import { addressFormsRoute } from './api/address-forms.ts'
import { rssRoutes } from './api/blogs/rss.ts'
import { cartRoutes } from './api/carts/cart-routes.ts'
import { categoriesRoute } from './api/categories.ts'
import { consentRoute } from './api/consent.ts'
import { contentRoutes } from './api/content/content-routes.ts'
import { dropAHintRoutes } from './api/drop-a-hint.ts'
import { emailSubscribeRoutes } from './api/email-subscribe/email-subscribe-routes.ts'
import { parseForm } from './api/forms/form-body.ts'
import { ipLocationRoute } from './api/ip-location.ts'
import { orderRoutes } from './api/orders/order-routes.ts'
import { productRoutes } from './api/products/product-routes.ts'
import { regionRoutes } from './api/region/current.ts'
import { visitorRoutes } from './api/visitor/visitor-routes.ts'
import type { ServerConfig } from './config.ts'
import { crawlerRoutes } from './crawlers/crawler-routes.ts'
import { decodableUrl } from './decodable-url.ts'
import { createFrontDoor } from './page-cache/front-door.ts'
import { backend } from './plugins/backend.ts'
import { carts } from './plugins/carts.ts'
import { catalog } from './plugins/catalog.ts'
import { compression } from './plugins/compression.ts'
import { content } from './plugins/content.ts'
import { database } from './plugins/database.ts'
import { emptySearches } from './plugins/empty-searches.ts'
import { errors } from './plugins/errors.ts'
import { health } from './plugins/health.ts'
import { images } from './plugins/images.ts'
import { leaving } from './plugins/leaving.ts'
import { mailer } from './plugins/mailer.ts'
import { mailing } from './plugins/mailing.ts'
import { media } from './plugins/media.ts'
import { neighbours } from './plugins/neighbours.ts'
import { pageCache } from './plugins/page-cache.ts'
import { preview } from './plugins/preview.ts'
import { priceLedger } from './plugins/price-ledger.ts'
import { rateLimit } from './plugins/rate-limit.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { storefront, type WrapShopData } from './plugins/storefront.ts'
import { translations } from './plugins/translations.ts'
import { visitor } from './plugins/visitor.ts'
import { withdrawals } from './plugins/withdrawals.ts'
import { logOptions } from './request-log.ts'

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
  const app = await buildApi(config)
  await app.register(storefront, { dev, wrapShopData })
  await app.register(latestBuildRoute)
  await app.vite.ready()
  return app
}

/** Everything but the pages. */
export async function buildApi(config: ServerConfig): Promise<FastifyInstance> {
  const { trustProxy } = config
  const door = createFrontDoor()
  const app = fastify({
    serverFactory: door.serverFactory,
    // Whoever is in when we close is still answered.
    return503OnClosing: false,
    logger: logOptions(config.logLevel),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
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

  await app.register(leaving)
  await app.register(securityHeaders)
  await app.register(compress, compression)
  await app.register(cookie, { secret: config.secret })
  await app.register(formbody, { parser: parseForm })
  await app.register(accepts)
  await app.register(translations)
  await app.register(backend)
  await app.register(neighbours)
  await app.register(media)
  await app.register(content)
  await app.register(catalog)
  await app.register(preview)
  await app.register(visitor)
  await app.register(pageCache, { door })
  await app.register(database)
  await app.register(carts)
  await app.register(emptySearches)
  await app.register(priceLedger)
  await app.register(mailer)
  await app.register(mailing)
  await app.register(withdrawals)
  await app.register(rateLimit)
  await app.register(errors)

  await app.register(health)
  await app.register(images, { door })
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
  await app.register(orderRoutes, { prefix: '/api/orders' })
  await app.register(consentRoute, { prefix: '/api' })
  await app.register(catalogRefreshRoute, { prefix: '/api/_internal/catalog' })
  await app.register(orderPlacedRoute, { prefix: '/api/_internal/orders' })
  await app.register(transferRequestedRoute, { prefix: '/api/_internal/orders' })
  return app
}
