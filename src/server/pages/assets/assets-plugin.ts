import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { chooseEncoding } from '#server/http/encode-bodies.ts'

import { createAssetStore } from './asset-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Files of the builds that other storefronts serve. */
    assets: {
      /** Before this storefront is ready, and again every day. `dir` is the build's folder for the browser. */
      share(dir: string, build: string): void
      /** Returns whether another build has the file. */
      send(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
    }
  }
}

const PATIENCE_MS = 5000
const RETRY_MS = 10_000
const DAY_MS = 86_400_000

/** Pages and the start work without it. */
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
        // From the moment it is ready, other storefronts may get requests for files of its pages.
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

/** The names of these files contain a hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
