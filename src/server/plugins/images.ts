import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { request as fetchSource } from 'undici'

import { mediaDir } from '#server/config.ts'
import { createPictureCache, type PictureSize, type ReadSource } from '#server/images/picture-cache.ts'
import { knowsEtag } from '#server/knows-etag.ts'
import { IMAGE_WIDTHS, LETTER_IMAGE_WIDTHS, parseImageSource } from '#shared/images/image-url.ts'

const MAX_SOURCE_BYTES = 20_000_000

/** As an address names them, and compared as text: `0320` and `3.2e2` would be other addresses of the same picture. */
const SIZES = new Map<string, PictureSize>([
  ...IMAGE_WIDTHS.map((width) => [String(width), { width, format: 'webp' }] as const),
  ...LETTER_IMAGE_WIDTHS.map((width) => [`${width}.jpg`, { width, format: 'jpeg' }] as const),
])

/** Pictures at the sizes that pages and letters ask for, and no others: from our own media and the backend's host. */
export const images = fp(
  async function images(app: FastifyInstance) {
    const cache = createPictureCache(join(app.config.dataDir, 'images'))
    const media = mediaDir(app.config)
    const allowedHosts = new Set([new URL(app.config.backend.url).host])

    app.get<{ Params: { size: string; '*': string } }>('/_image/:size/*', async (request, reply) => {
      const size = SIZES.get(request.params.size)
      const source = size && (await openSource(request.params['*']))
      const picture = size && source && (await cache.get(source.name, size, source.read))
      if (!picture) return reply.callNotFound()
      reply
        .header('cache-control', 'public, max-age=604800, stale-while-revalidate=2592000')
        .header('etag', picture.etag)
        // Letters are read on pages that are not ours.
        .header('cross-origin-resource-policy', size.format === 'jpeg' ? 'cross-origin' : 'same-origin')
      if (knowsEtag(request.headers['if-none-match'], picture.etag)) return reply.code(304).send()
      return reply.type(`image/${size.format}`).send(picture.bytes)
    })

    async function openSource(text: string): Promise<{ name: string; read: ReadSource } | undefined> {
      const source = parseImageSource(text)
      if (source?.kind === 'remote') {
        const { url } = source
        return allowedHosts.has(url.host) ? { name: url.href, read: () => download(url) } : undefined
      }
      if (!source) return undefined
      const file = join(media, source.name)
      const found = await stat(file).catch(() => undefined)
      return found && { name: `${source.name} ${found.mtimeMs} ${found.size}`, read: () => readFile(file) }
    }
  },
  { name: 'images' },
)

async function download(url: URL): Promise<Buffer | undefined> {
  const { statusCode, headers, body } = await fetchSource(url, { headersTimeout: 5000, bodyTimeout: 5000 }).catch(
    (cause: unknown) => {
      throw Object.assign(new Error('The place of a picture cannot be reached', { cause }), { statusCode: 503 })
    },
  )
  const isPicture = statusCode === 200 && String(headers['content-type']).startsWith('image/')
  if (!isPicture || Number(headers['content-length'] ?? 0) > MAX_SOURCE_BYTES) {
    await body.dump()
    return undefined
  }
  const bytes = Buffer.from(await body.arrayBuffer())
  return bytes.length > MAX_SOURCE_BYTES ? undefined : bytes
}
