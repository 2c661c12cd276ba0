import { join } from 'node:path'

import fastifyVite, { type RendererOption, type RuntimeConfig } from '@fastify/vite'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

import { preferredLocale } from '#server/http/visitor.ts'
import type { PageModule } from '#shared/page/page-module.ts'
import type { ShopData } from '#shared/shop-data.ts'

import { IMMUTABLE } from './assets/assets-plugin.ts'
import { readBuild, DEV_ASSETS, loadAssetMap } from './render/page-assets.ts'
import { handlePage } from './render/page-handler.ts'
import { createRenderer } from './render/renderer.ts'

/** Wraps the data access of pages. Tests use it to delay parts of the data. */
export type WrapShopData = (data: ShopData) => ShopData

declare module 'fastify' {
  interface FastifyInstance {
    wrapShopData: WrapShopData
    /** The id of the served build; '' in development, where there is none. */
    build: string
    /** What the page module draws for other files than pages. Absent until the module is loaded. */
    drawings: Partial<Pick<PageModule, 'drawStones'>>
  }
}

interface StorefrontOptions {
  dev: boolean
  wrapShopData?: WrapShopData
}

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT_DIR = join(ROOT, 'dist/client')

/** Adds the pages: Vite's module in development, its build in production. */
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

    // Content files are not modules, so Vite does not watch them.
    if (dev) app.content.on('change', () => app.vite.devServer?.environments.client.hot.send({ type: 'full-reload' }))

    app.get('/', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Cookie, Accept-Language')
      const query = request.url.indexOf('?')
      return reply.redirect(`/${preferredLocale(request)}${query === -1 ? '' : request.url.slice(query)}`, 302)
    })
  },
  { name: 'storefront', dependencies: ['assets', 'catalog', 'backend', 'content', 'visitor', 'page-cache', 'mailer'] },
)

/**
 * Sets the caching of static files. Names of built files contain a hash, and those of build descriptions contain its
 * id. Other files may change.
 */
function cacheForever(reply: Pick<FastifyReply, 'header'>, path: string): void {
  const hashed = /\/(?:assets|builds\/meta)\//.test(path)
  reply.header('cache-control', hashed ? IMMUTABLE : 'public, max-age=3600')
}

declare module 'fastify' {
  interface FastifyReply {
    /** Responds with the page of the request's path, also from a not-found handler. */
    page: () => Promise<unknown>
  }
}

/**
 * The interface through which @fastify/vite calls our app. Pages are rendered whole, so its HTML template is not used.
 */
const renderer: Partial<RendererOption> = {
  async createRenderFunction(client, app, config) {
    const pageModule = client as unknown as PageModule
    const assets = config.dev ? DEV_ASSETS : await loadAssetMap(clientDir(config), app.build)
    app.emails.renderWith(pageModule.renderEmail)
    Object.assign(app.drawings, { drawStones: pageModule.drawStones })
    const pages = createRenderer({ app, pageModule, assets, dev: config.dev })
    return async function render() {
      return { answer: await handlePage(pages, this.request, this) }
    }
  },
  createHtmlFunction() {
    return function html() {
      return this
    }
  },
  createRouteHandler() {
    return async (_request, reply) => {
      await reply.page()
      return reply
    }
  },
  createErrorHandler() {
    // The plugin's own error handler would send an empty 500 and log nothing. Rethrow the error, so that our own
    // handler gets it.
    return (error) => {
      throw error
    }
  },
}

function clientDir(config: RuntimeConfig): string {
  return join(ROOT, config.viteConfig.build.outDir)
}

/**
 * Adds `reply.page()` to every route. It overrides the current renderer, which development replaces with every request.
 */
export function decoratePage(app: FastifyInstance): void {
  app.decorateReply('page', async function page() {
    await this.render()
    // A handler must return the reply itself: any other value would be sent as a second response.
    return this
  })
}
