import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { originOf } from '#server/http/origin.ts'

import { feedRoutes } from './feeds/feed-routes.ts'
import { writeLlms } from './llms.ts'
import { writeManifest } from './manifest.ts'
import { writeRobots } from './robots.ts'
import { shareRoutes } from './share/share-routes.ts'
import { hasSiteMap, writeSiteMap, writeSiteMapIndex } from './site-map.ts'
import { createTextCache } from './text-cache.ts'
import { XML_TYPE } from './xml.ts'

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
