import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'

import { knowsEtag } from '#server/http/knows-etag.ts'
import type { RequestInterceptor } from '#server/http/request-interceptor.ts'
import {
  IMAGE_WIDTHS,
  JPEG_WIDTHS,
  FILE_TYPES,
  fileTypeOf,
  parseImageSource,
  SHARE_IMAGE,
} from '#shared/images/image-url.ts'
import { isMetal, METAL_TINTS } from '#shared/product/metal-tints.ts'

import { convertImage, UnreadableImageError, type ImageSize } from './convert-image.ts'
import { createImageFolder } from './image-folder.ts'
import { createImageProcessor, type FoundImage, type WantedImage, type ResponsiveImage } from './image-processor.ts'
import { createImageQueue } from './image-queue.ts'
import { createImageMeasure, type MeasuredImage, type OpenedImage } from './measure-image.ts'
import { createRemoteSources } from './remote-sources.ts'
import { sendRange } from './send-range.ts'
import { tintModel } from './tint-model.ts'

/** Not parsed as numbers: `0320` would be a second URL of an image. */
const SIZES = new Map<string, ImageSize>([
  ...IMAGE_WIDTHS.map((width) => [String(width), { width, format: 'webp' }] as const),
  ...JPEG_WIDTHS.map((width) => [`${width}.jpg`, { width, format: 'jpeg' }] as const),
  [`${SHARE_IMAGE.width}x${SHARE_IMAGE.height}.jpg`, { ...SHARE_IMAGE, format: 'jpeg' }],
])

/** By the version in the URL: the current one, none, or an outdated one. */
const CACHE_HEADERS = {
  exact: 'public, max-age=31536000, immutable',
  plain: 'public, max-age=604800, stale-while-revalidate=2592000',
  outdated: 'public, no-cache',
}
type CacheKind = keyof typeof CACHE_HEADERS
/** A CDN asks again soon, when the smaller AVIF exists. */
const INTERIM = ', s-maxage=60'

const TIDY_MS = 3_600_000

declare module 'fastify' {
  interface FastifyInstance {
    images: {
      status: () => { waiting: number; active: number }
      /** Never throws. `source` is as Medusa names it: a URL, or the file name of one of our own images. */
      measure: (source: string) => Promise<MeasuredImage>
    }
  }
}

/** No other sizes than those of pages and emails. Sources are our media, the backend's host and IMAGE_HOSTS. */
export const images = fp(
  async function images(app: FastifyInstance, { interceptor }: { interceptor: RequestInterceptor }) {
    const { config, log, media } = app
    const folder = createImageFolder({
      dir: join(config.dataDir, 'images'),
      mostBytes: config.imageCacheBytes,
      log,
    })
    const queue = createImageQueue()
    const shownImages = createImageProcessor({
      folder,
      convert: (when, read, size) => queue.run(when, async () => convertImage(await read(), size)),
      log,
    })
    const remotes = createRemoteSources(folder)
    const answers = createAnswerCache()
    const backend = new URL(config.backend.url)
    const allowedHosts = new Set([backend.host, ...config.imageHosts])
    interceptor.answerImage = answers.answer
    app.decorate('images', {
      status: queue.status,
      measure: createImageMeasure(openSource, queue),
    })

    app.get<{ Params: { size: string; '*': string } }>('/_image/:size/*', async (request, reply) => {
      const size = SIZES.get(request.params.size)
      const wanted = size && { ...size, showsAvif: size.format === 'webp' && showsAvif(request.headers.accept) }
      const found = wanted && (await findImage(request.params['*'], wanted).catch(asMissing))
      if (!found) return reply.callNotFound()
      const { picture: image, cacheKind, isInterim } = found
      reply
        .header('cache-control', isInterim ? CACHE_HEADERS[cacheKind] + INTERIM : CACHE_HEADERS[cacheKind])
        .header('etag', image.etag)
        // Mail services and social networks show them on pages of other sites.
        .header('cross-origin-resource-policy', wanted.format === 'jpeg' ? 'cross-origin' : 'same-origin')
      if (wanted.format === 'webp') reply.header('vary', 'accept')
      // Made-up queries would evict real images.
      if (cacheKind === 'exact' && !isInterim && !request.originalUrl.includes('?')) {
        answers.keep(request.originalUrl, wanted.showsAvif, image, publicHeaders(reply))
      }
      if (knowsEtag(request.headers['if-none-match'], image.etag)) return reply.code(304).send()
      return reply.type(`image/${image.format}`).send(image.bytes)
    })

    app.get<{ Params: { '*': string }; Querystring: { metal?: string } }>('/_media/*', async (request, reply) => {
      const file = await openFile(request.params['*'])
      if (!file) return reply.callNotFound()
      reply
        .type(file.type)
        .header('cache-control', CACHE_HEADERS.plain)
        .header('etag', `"${file.version}"`)
        .header('cross-origin-resource-policy', 'cross-origin')
      if (knowsEtag(request.headers['if-none-match'], `"${file.version}"`)) return reply.code(304).send()
      const bytes = await file.read()
      const { metal } = request.query
      return sendRange(
        request,
        reply,
        isMetal(metal) && file.type === FILE_TYPES.glb ? tintModel(bytes, METAL_TINTS[metal]) : bytes,
      )
    })

    async function openFile(text: string) {
      const source = parseImageSource(text)
      const type = source && fileTypeOf(source.kind === 'media' ? source.name : source.url.pathname)
      if (!type) return undefined
      if (source.kind === 'remote') {
        const url = allowedUrl(source.url)
        const remote = url && (await remotes.open(url))
        return remote && { ...remote, type }
      }
      const { name } = source
      const version = await media.versionOf(name)
      return version && { version, type, read: () => media.read(name, version) }
    }

    async function findImage(
      text: string,
      wanted: WantedImage,
    ): Promise<(FoundImage & { cacheKind: CacheKind }) | undefined> {
      const source = parseImageSource(text)
      if (source?.kind === 'remote') {
        const url = allowedUrl(source.url)
        const remote = url && (await remotes.open(url))
        return remote && { ...(await shownImages.get(remote.version, wanted, remote.read)), cacheKind: 'plain' }
      }
      if (!source) return undefined
      const { name, version } = source
      const current = await media.versionOf(name)
      if (version !== undefined && version !== current) {
        const before = await shownImages.find(nameOf(name, version), wanted)
        if (before) return { ...before, isInterim: false, cacheKind: 'exact' }
      }
      if (current === undefined) return undefined
      const found = await shownImages.get(nameOf(name, current), wanted, () => media.read(name, current))
      // A version in the URL that this process does not know may exist on another process, or later.
      return { ...found, cacheKind: version === current ? 'exact' : version ? 'outdated' : 'plain' }
    }

    async function openSource(source: string): Promise<OpenedImage> {
      const own = parseImageSource(source)
      if (own?.kind === 'media') {
        const { name } = own
        const version = await media.versionOf(name)
        return version === undefined
          ? 'missing'
          : { name: nameOf(name, version), read: () => media.read(name, version) }
      }
      const url = URL.canParse(source) ? allowedUrl(new URL(source)) : undefined
      if (!url) return 'refused'
      const remote = await remotes.open(url)
      return remote ? { name: remote.version, read: remote.read } : remotes.whyMissing(url)
    }

    /** Undefined for every host that the operator has not allowed. */
    function allowedUrl(url: URL): URL | undefined {
      if (allowedHosts.has(url.host)) return url
      // Without a setting, Medusa writes its own host name and its port at that time into the URL of an upload.
      const isOwnUpload = /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname) && url.pathname.startsWith('/static/')
      return isOwnUpload ? new URL(url.pathname, backend) : undefined
    }

    const tidying = setInterval(() => void folder.tidy(), TIDY_MS).unref()
    app.addHook('onReady', async () => void folder.tidy())
    app.addHook('onClose', async () => {
      clearInterval(tidying)
      interceptor.answerImage = () => false
      queue.clear()
      await folder.close()
    })
  },
  { name: 'images', dependencies: ['media'] },
)

function nameOf(file: string, version: string): string {
  return `${file} ${version}`
}

/** Treats a file that is not an image as missing, whatever its name. The log has the reason. */
function asMissing(error: unknown): undefined {
  if (!(error instanceof UnreadableImageError)) throw error
}

function publicHeaders(reply: FastifyReply): Record<string, string> {
  const { 'set-cookie': _, ...headers } = reply.getHeaders()
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** For URLs that change with their bytes. Works without Fastify. */
interface AnswerCache {
  keep(url: string, showsAvif: boolean, image: ResponsiveImage, headers: Record<string, string>): void
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

interface CachedAnswer {
  body: Buffer
  etag: string
  /** Names and values alternate, which is the format that Node writes fastest. */
  whole: string[]
  unchanged: string[]
}

const BYTES = 32 * 1024 * 1024
const OVERHEAD = 4096

function createAnswerCache(): AnswerCache {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: BYTES,
    sizeCalculation: ({ body }) => body.length + OVERHEAD,
  })

  return {
    keep(url, avif, { bytes, etag, format }, headers) {
      const unchanged = Object.entries({ ...headers, etag }).flat()
      const whole = [...unchanged, 'content-type', `image/${format}`, 'content-length', String(bytes.length)]
      cache.set(keyOf(url, avif), { body: bytes, etag, whole, unchanged })
    },
    answer({ method, url = '', headers }, response) {
      if (!url.startsWith('/_image/') || (method !== 'GET' && method !== 'HEAD')) return false
      const cached = cache.get(keyOf(url, showsAvif(headers.accept)))
      if (!cached) return false
      if (knowsEtag(headers['if-none-match'], cached.etag)) {
        response.writeHead(304, cached.unchanged)
        response.end()
        return true
      }
      response.writeHead(200, cached.whole)
      // Node sends no body in response to a HEAD request.
      response.end(cached.body)
      return true
    },
  }
}

function keyOf(url: string, avif: boolean): string {
  return avif ? `${url} avif` : url
}

/** A client that accepts everything, or sends no header, may not support new formats. */
function showsAvif(accept: string | undefined): boolean {
  if (!accept?.includes('image/avif')) return false
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === 'image/avif' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
