import { join } from 'node:path'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { knowsEtag } from '#server/http/knows-etag.ts'
import { createConverter } from '#server/images/converter/converter.ts'
import { createImageFolder, fileNameOf } from '#server/images/image-folder.ts'
import { versionOf } from '#server/infra/version-of.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { emailImageUrl, parseImageSource, SHARE_PATH } from '#shared/images/image-url.ts'

import type { DrawingOrder } from './draw-process.ts'
import type { ShareDrawing } from './draw-share-image.ts'

/** Increase it when images change. */
const DRAWING = 1
const FOLDER_BYTES = 128 * 1024 * 1024
/** One image at a time, because drawing takes up to 200 ms of processor time. */
const DRAWING_PROCESS = {
  program: join(import.meta.dirname, 'draw-process.ts'),
  processes: 1,
  niceness: 10,
  mostWaiting: 100,
  mostMs: 20_000,
}
/** A program that previews a page requests one or two images. Only images that are not cached yet count. */
const LIMIT = { name: 'share pictures', max: 120, seconds: 60 }
const CACHE_HEADERS = 'public, max-age=86400, stale-while-revalidate=604800'

export async function shareRoutes(app: FastifyInstance): Promise<void> {
  const { config, catalog, content, site } = app
  const folder = createImageFolder({ dir: join(config.dataDir, 'share'), mostBytes: FOLDER_BYTES, log: app.log })
  const converter = createConverter<DrawingOrder>(DRAWING_PROCESS)
  const limit = app.limit(LIMIT)
  const drawing = new Map<string, Promise<Buffer>>()
  app.addHook('onReady', async () => void folder.tidy())
  app.addHook('onClose', async () => converter.close())

  for (const locale of LOCALES) {
    app.get(`${SHARE_PATH}/${locale}/shop.jpg`, async (request, reply) =>
      send(request, reply, { photo: await photoOf(homeImage(locale)), name: undefined }),
    )
    app.get<{ Params: { handle: string } }>(`${SHARE_PATH}/${locale}/piece/:handle.jpg`, async (request, reply) => {
      const { id: regionId } = catalog.regionFor(undefined)
      const product = catalog.shop().product(request.params.handle, { locale, regionId })
      if (!product) return reply.callNotFound()
      const first = product.thumbnail ?? product.images[0]
      return send(request, reply, { photo: await photoOf(first?.url), name: product.title })
    })
  }

  app.get<{ Params: { '*': string } }>(`${SHARE_PATH}/photo/*`, async (request, reply) => {
    const [, name = ''] = /^(.*)\.jpg$/.exec(request.params['*']) ?? []
    const photo = parseImageSource(name)?.kind === 'media' ? await photoOf(name) : undefined
    return photo ? send(request, reply, { photo, name: undefined }) : reply.callNotFound()
  })

  /** The route of email images knows where the photo is stored and which hosts are allowed. */
  async function photoOf(source: string | undefined): Promise<Buffer | undefined> {
    if (source === undefined) return undefined
    const { statusCode, rawPayload } = await app.inject(emailImageUrl('', source, 1280))
    if (statusCode >= 500) throw Object.assign(new Error(`The picture ${source} cannot be had`), { statusCode })
    return statusCode === 200 ? rawPayload : undefined
  }

  function homeImage(locale: Locale): string | undefined {
    const [home] = content.requests().query({ where: [{ _path: '/', _locale: locale }], without: ['body'] }) as {
      picture?: { url?: string }
    }[]
    return home?.picture?.url
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { photo, name }: Omit<ShareDrawing, 'brand'>,
  ): Promise<FastifyReply> {
    const version = photo ? versionOf(photo) : ''
    const file = `${fileNameOf(JSON.stringify([DRAWING, site.brand, name, version]))}.jpg`
    const etag = `"${file.slice(0, 22)}"`
    reply
      .header('cache-control', CACHE_HEADERS)
      .header('etag', etag)
      // Other sites show this image.
      .header('cross-origin-resource-policy', 'cross-origin')
    if (knowsEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('image/jpeg').send(await find())

    async function find(): Promise<Buffer> {
      const cached = await folder.read(file)
      if (cached && cached.length > 0) return cached
      const underWay = drawing.get(file)
      if (underWay) return underWay
      await limit(request, reply)
      const drawn = drawing.get(file) ?? draw(file, photo, name).finally(() => drawing.delete(file))
      drawing.set(file, drawn)
      return drawn
    }
  }

  async function draw(file: string, photo: Buffer | undefined, name: string | undefined): Promise<Buffer> {
    const bytes = await converter.convert(async () => photo ?? Buffer.alloc(0), { name, brand: site.brand })
    await folder.write(file, bytes)
    return bytes
  }
}
