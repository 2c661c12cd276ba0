import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { chooseEncoding, encodeText, type EncodedText } from '#server/http/encode-bodies.ts'
import { knowsEtag } from '#server/http/knows-etag.ts'
import { originOf } from '#server/http/request-url.ts'
import { createSingleFlight } from '#server/infra/single-flight.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

import { XML_TYPE } from './feeds/feed-items.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { writeLlms } from './llms.ts'
import { shareRoutes } from './share/share-routes.ts'
import { hasSiteMap, writeSiteMap, writeSiteMapIndex } from './site-map.ts'

const TEXT = 'text/plain; charset=utf-8'

/** What programs are told of the shop that read it on their own: written from the snapshot and the words alone. */
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
  await app.register(shareRoutes)
}

/** `--paper` of the tokens by day: what a phone shows until the page is there. */
const PAPER = '#fbf8f3'

/** What a device is told that puts the shop among its applications. @param brand as the operator calls it */
function writeManifest(brand: string): string {
  return JSON.stringify({
    name: brand,
    short_name: brand,
    id: '/',
    // Leads to the visitor's own language.
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

/**
 * One visitor's own, and worth no one's way. What is to stay out of search engines says so itself: they have to see it.
 */
const OWN = ['cart', 'checkout', 'order']

/** A shelf can be narrowed and sorted in more ways than anybody could read; its pages show all of it without. */
const CHOICES = ['cut', 'price', 'stock', 'sort']

/** What robots are asked not to fetch. @param origin that the maps are found at */
function writeRobots(origin: string): string {
  const disallowed = [
    '/api/',
    ...LOCALES.flatMap((locale) =>
      OWN.flatMap((page) => [`/${locale}/${page}$`, `/${locale}/${page}/`, `/${locale}/${page}?`]),
    ),
    ...CHOICES.flatMap((name) => [`/*?${name}=`, `/*&${name}=`]),
    '/*?preview=',
    '/*&preview=',
  ]
  return `User-agent: *\n${disallowed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
}

interface WantedText {
  /** Whatever tells it from the others; of each the last version is kept. */
  key: string
  /** Changes with whatever it is written from. */
  version: string
  type: string
  write: () => Promise<string> | string
}

/** Texts for programs: each is written and compressed once for each version, however many ask for it. */
interface TextCache {
  /** Answers with a text, or with the news that it has not changed. @throws what `write` throws */
  send(request: FastifyRequest, reply: FastifyReply, wanted: WantedText): Promise<FastifyReply>
}

const LIMIT_BYTES = 16 * 1024 * 1024

function createTextCache(): TextCache {
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
    async send(request, reply, wanted) {
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
