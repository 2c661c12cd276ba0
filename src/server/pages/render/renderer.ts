import { join } from 'node:path'

import type { RendererOption, RuntimeConfig } from '@fastify/vite'
import type { FastifyInstance } from 'fastify'

import type { PageModule } from '#shared/page/page-module.ts'

import { DEV_ASSETS, loadAssetMap, type AssetMap, readScriptInventory } from './page-assets.ts'
import { createPageHandler } from './page-handler.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Answers with the page of the request's path; also from a not-found handler. */
    page: () => Promise<unknown>
  }
}

/** How @fastify/vite hands our app to us: pages are rendered whole, its HTML template is not used. */
export const renderer: Partial<RendererOption> = {
  async createRenderFunction(client, app, config) {
    const pageModule = client as unknown as PageModule
    const assets = config.dev ? DEV_ASSETS : await loadAssets(clientDir(config), app.build)
    app.emails.renderWith(pageModule.renderEmail)
    app.sizePrintout.shapes = pageModule.sizePrintout
    const handle = createPageHandler({ app, pageModule, assets, dev: config.dev })
    return async function render() {
      return { answer: await handle(this.request, this) }
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
    // The framework's own would answer with an empty 500 and log nothing: ours is one level up.
    return (error) => {
      throw error
    }
  },
}

async function loadAssets(dir: string, build: string): Promise<AssetMap> {
  return loadAssetMap(join(dir, '.vite/manifest.json'), await readScriptInventory(dir, build))
}

function clientDir(config: RuntimeConfig): string {
  return join(import.meta.dirname, '../../../..', config.viteConfig.build.outDir)
}

/** Adds `reply.page()` to every route, over whatever renderer is in force (development makes a new one a request). */
export function decoratePage(app: FastifyInstance): void {
  app.decorateReply('page', async function page() {
    await this.render()
    // A handler returns what this gives: anything but the reply itself would be sent as a second answer.
    return this
  })
}
