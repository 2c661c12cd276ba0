import { join } from 'node:path'

import fastifyVite from '@fastify/vite'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

import { preferredLocale } from '#server/http/visitor.ts'
import type { ShopData } from '#shared/shop-data.ts'

import { IMMUTABLE } from './assets/assets-plugin.ts'
import { readBuild } from './render/page-assets.ts'
import { decoratePage, renderer } from './render/renderer.ts'

/** Stands between pages and their data; tests hold parts of it back. */
export type WrapShopData = (data: ShopData) => ShopData

declare module 'fastify' {
  interface FastifyInstance {
    wrapShopData: WrapShopData
    /** Which build of the pages is served; '' in development, where none is. */
    build: string
  }
}

interface StorefrontOptions {
  dev: boolean
  wrapShopData?: WrapShopData | undefined
}

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT_DIR = join(ROOT, 'dist/client')

/** The pages: Vite's module in development, its build in production. */
export const storefront = fp(
  async function storefront(app: FastifyInstance, { dev, wrapShopData }: StorefrontOptions) {
    app.decorate('wrapShopData', wrapShopData ?? ((data) => data))
    app.decorate('build', dev ? '' : await readBuild(CLIENT_DIR))
    if (!dev) app.assets.share(CLIENT_DIR, app.build)
    decoratePage(app)
    await app.register(fastifyVite, {
      root: ROOT,
      distDir: 'dist',
      dev,
      renderer,
      fastifyStaticOptions: {
        preCompressed: true,
        cacheControl: false,
        dotfiles: 'ignore',
        setHeaders: cacheForever,
      },
    })

    // Pages of words are no modules, so Vite does not know of their files.
    if (dev) app.content.on('change', () => app.vite.devServer?.environments.client.hot.send({ type: 'full-reload' }))

    app.get('/', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Cookie, Accept-Language')
      const query = request.url.indexOf('?')
      return reply.redirect(`/${preferredLocale(request)}${query === -1 ? '' : request.url.slice(query)}`, 302)
    })
  },
  { name: 'storefront', dependencies: ['assets', 'catalog', 'backend', 'content', 'visitor', 'page-cache', 'mailer'] },
)

/** Files of the build carry a hash in their name, its descriptions its id; those beside them may change. */
function cacheForever(reply: Pick<FastifyReply, 'header'>, path: string): void {
  const hashed = /\/(?:assets|builds\/meta)\//.test(path)
  reply.header('cache-control', hashed ? IMMUTABLE : 'public, max-age=3600')
}
