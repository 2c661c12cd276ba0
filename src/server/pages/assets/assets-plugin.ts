import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { chooseEncoding } from '#server/http/encode-bodies.ts'

import { createAssetStore } from './asset-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Files of the builds that other storefronts serve. */
    assets: {
      /**
       * Shares the files of this storefront's build before it is ready, and again every day.
       * @param dir the build's folder for the browser
       */
      share(dir: string, build: string): void
      /**
       * Sends a file of another build.
       * @returns whether there is such a file
       */
      send(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
    }
  }
}

/** The maximum time that the start waits for the database. */
const PATIENCE_MS = 5000
/** The interval of further attempts if the database was unavailable at the start. */
const RETRY_MS = 10_000
const DAY_MS = 86_400_000

/** Shares built files between storefronts. Pages and the start work without it. */
export const assets = fp(
  async function assets(app: FastifyInstance) {
    const store = createAssetStore(app.database, app.log)
    const timers: NodeJS.Timeout[] = []

    app.decorate('assets', {
      share(dir, build) {
        let isShared = false
        let sharing: Promise<void> | undefined
        const publish = async (): Promise<void> => {
          try {
            await store.publish(dir, build)
            isShared = true
          } catch (error) {
            isShared = false
            app.log.warn(
              { event: 'assets.share_failed', err: error },
              'the files of this build could not be saved for other processes; retrying',
            )
          }
        }
        const shareOnce = (): Promise<void> => (sharing ??= publish().finally(() => (sharing = undefined)))
        // Share the files before the storefront is ready. From then on, other storefronts may get requests for files of
        // its pages.
        app.addHook('onReady', async () => {
          await Promise.race([shareOnce(), pause(PATIENCE_MS, undefined, { ref: false })])
          timers.push(setInterval(() => void (isShared || shareOnce()), RETRY_MS).unref())
          timers.push(setInterval(() => void shareOnce(), DAY_MS).unref())
        })
      },

      async send({ method, url, headers }, reply) {
        const found = await store.find(url.split('?', 1)[0] ?? '')
        if (!found) return false
        const encoding = chooseEncoding(headers['accept-encoding'])
        const compressed = encoding === 'identity' ? null : found[encoding]
        if (compressed && encoding !== 'identity') reply.header('content-encoding', encoding)
        const bytes = compressed ?? found.identity
        reply
          .code(200)
          .type(found.contentType)
          .header('cache-control', IMMUTABLE)
          .header('vary', 'accept-encoding')
          .header('content-length', bytes.length)
        await reply.send(method === 'HEAD' ? '' : bytes)
        return true
      },
    })
    app.addHook('onClose', async () => timers.forEach((timer) => clearInterval(timer)))
  },
  { name: 'assets', dependencies: ['database'] },
)

/** Files of a build never change, because their names contain a hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
