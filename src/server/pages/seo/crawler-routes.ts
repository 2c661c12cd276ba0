import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createEncodedCache } from '#server/http/encoded-cache.ts'
import { originOf } from '#server/http/request-url.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { CRAWLED_PARAMETERS, LISTING_PARAMETERS } from '#shared/product/listing-filters.ts'
import { COLORS } from '#shared/shop/colors.ts'

import { XML_TYPE } from './feeds/feed-items.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { writeLlms } from './llms.ts'
import { hasSiteMap, writeSiteMap, writeSiteMapIndex } from './site-map.ts'

const TEXT = 'text/plain; charset=utf-8'

/** Made from the snapshot and the content alone. */
export async function crawlerRoutes(app: FastifyInstance): Promise<void> {
  const texts = createEncodedCache()

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    write: (origin: string) => string,
  ): Promise<FastifyReply> {
    const origin = originOf(request)
    const key = `${origin} ${request.url.split('?', 1)[0]}`
    const version = `${app.catalog.version} ${app.content.version}`
    reply.type(type).header('cache-control', 'public, no-cache')
    return reply.send(await texts.encode(request, reply, { key, version, write: () => write(origin) }))
  }

  app.get('/robots.txt', async (request, reply) => send(request, reply, TEXT, writeRobots))
  app.get('/llms.txt', async (request, reply) => send(request, reply, TEXT, (origin) => writeLlms(app, origin)))
  app.get('/manifest.webmanifest', async (request, reply) =>
    send(request, reply, 'application/manifest+json', () => writeManifest(app.site.brand)),
  )
  app.get('/sitemap.xml', async (request, reply) =>
    send(request, reply, XML_TYPE, (origin) => writeSiteMapIndex(app, origin)),
  )
  app.get<{ Params: { name: string } }>('/sitemaps/:name.xml', async (request, reply) => {
    const { name } = request.params
    if (!hasSiteMap(app, name)) return reply.callNotFound()
    return send(request, reply, XML_TYPE, (origin) => writeSiteMap(app, name, origin))
  })
  await app.register(feedRoutes)
}

/** A phone shows it until the page is loaded. */
const PAPER = COLORS.paper.light

function writeManifest(brand: string): string {
  return JSON.stringify({
    name: brand,
    short_name: brand,
    id: '/',
    // This URL redirects to the visitor's own language.
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}

/** Pages of one visitor. Those to keep out of search engines are not here: crawlers must be able to read `noindex`. */
const OWN = ['cart', 'checkout', 'order']

const NOT_CRAWLED = LISTING_PARAMETERS.filter((name) => !CRAWLED_PARAMETERS.includes(name))

function writeRobots(origin: string): string {
  const disallowed = [
    '/api/',
    ...LOCALES.flatMap((locale) =>
      OWN.flatMap((page) => [`/${locale}/${page}$`, `/${locale}/${page}/`, `/${locale}/${page}?`]),
    ),
    // The contact page names the product that a shopper asks about. Without one it says the same.
    ...LOCALES.map((locale) => `/${locale}/contact?`),
    ...NOT_CRAWLED.flatMap((name) => [`/*?${name}=`, `/*&${name}=`]),
    '/*?preview=',
    '/*&preview=',
  ]
  return `User-agent: *\n${disallowed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
}
