import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { chooseEncoding, encodeText, type EncodedText } from '#server/http/encode-bodies.ts'
import { knowsEtag } from '#server/http/knows-etag.ts'
import { originOf } from '#server/http/request-url.ts'
import { createSingleFlight } from '#server/infra/single-flight.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { COLORS } from '#shared/shop/colors.ts'

import { XML_TYPE } from './feeds/feed-items.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { writeLlms } from './llms.ts'
import { hasSiteMap, writeSiteMap, writeSiteMapIndex } from './site-map.ts'

const TEXT = 'text/plain; charset=utf-8'

/** Made from the snapshot and the content alone. */
export async function crawlerRoutes(app: FastifyInstance): Promise<void> {
  const texts = createTextCache()

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    write: (origin: string) => string,
  ): Promise<FastifyReply> {
    const origin = originOf(request)
    const key = `${origin} ${request.url.split('?', 1)[0]}`
    const version = `${app.catalog.version} ${app.content.version}`
    return texts.send(request, reply, { key, version, type, write: () => write(origin) })
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

/** There are too many combinations to crawl; the pages without them show everything. */
const CHOICES = ['cut', 'price', 'stock', 'sort']

function writeRobots(origin: string): string {
  const disallowed = [
    '/api/',
    ...LOCALES.flatMap((locale) =>
      OWN.flatMap((page) => [`/${locale}/${page}$`, `/${locale}/${page}/`, `/${locale}/${page}?`]),
    ),
    // The contact page names the product that a shopper asks about. Without one it says the same.
    ...LOCALES.map((locale) => `/${locale}/contact?`),
    ...CHOICES.flatMap((name) => [`/*?${name}=`, `/*&${name}=`]),
    '/*?preview=',
    '/*&preview=',
  ]
  return `User-agent: *\n${disallowed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
}

interface WantedText {
  /** The latest version of each text is cached. */
  key: string
  version: string
  type: string
  write: () => Promise<string> | string
}

const LIMIT_BYTES = 16 * 1024 * 1024

/** Each text is written and compressed once per version, however many clients request it. */
function createTextCache() {
  const cache = new LRUCache<string, EncodedText>({ maxSize: LIMIT_BYTES, sizeCalculation: ({ size }) => size })
  const making = createSingleFlight<EncodedText>()

  async function make({ key, version, write }: WantedText): Promise<EncodedText> {
    const made = await encodeText(await write(), version)
    cache.set(key, made)
    return made
  }

  function makeOnce(wanted: WantedText): Promise<EncodedText> {
    return making.run(`${wanted.key} ${wanted.version}`, () => make(wanted))
  }

  return {
    async send(request: FastifyRequest, reply: FastifyReply, wanted: WantedText) {
      const cached = cache.get(wanted.key)
      const { etag, bodies } = cached?.version === wanted.version ? cached : await makeOnce(wanted)
      reply.header('cache-control', 'public, no-cache').header('etag', etag).header('vary', 'accept-encoding')
      if (knowsEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type(wanted.type).send(bodies[encoding])
    },
  }
}
