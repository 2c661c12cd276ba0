import { join } from 'node:path'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createPictureFolder, fileNameOf } from '#server/images/picture-folder.ts'
import { createTurns } from '#server/images/turns.ts'
import { knowsEtag } from '#server/knows-etag.ts'
import { versionOf } from '#server/version-of.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { letterImageUrl, parseImageSource } from '#shared/images/image-url.ts'
import { SHARE_PATH } from '#shared/images/share-picture.ts'

import type { ShareDrawing } from './draw-share-picture.ts'

/** Another way of drawing makes other pictures. */
const DRAWING = 1
const FOLDER_BYTES = 128 * 1024 * 1024
const MOST_WAITING = 100
const KEEPING = 'public, max-age=86400, stale-while-revalidate=604800'

/** Pictures for those who share a page, each drawn once and kept on disk. */
export async function shareRoutes(app: FastifyInstance): Promise<void> {
  const { config, catalog, content, site } = app
  const folder = createPictureFolder({ dir: join(config.dataDir, 'share'), mostBytes: FOLDER_BYTES, log: app.log })
  const turns = createTurns(1, MOST_WAITING)
  const drawing = new Map<string, Promise<Buffer>>()
  app.addHook('onReady', async () => void folder.tidy())

  for (const locale of LOCALES) {
    app.get(`${SHARE_PATH}/${locale}/shop.jpg`, async (request, reply) =>
      send(request, reply, { photo: await photoOf(homePicture(locale)), name: undefined }),
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

  /** As letters show it: its own plugin knows where it lies, and who may be asked for it. */
  async function photoOf(source: string | undefined): Promise<Buffer | undefined> {
    if (source === undefined) return undefined
    const { statusCode, rawPayload } = await app.inject(letterImageUrl('', source, 1280))
    if (statusCode >= 500) throw Object.assign(new Error(`The picture ${source} cannot be had`), { statusCode })
    return statusCode === 200 ? rawPayload : undefined
  }

  function homePicture(locale: Locale): string | undefined {
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
      .header('cache-control', KEEPING)
      .header('etag', etag)
      // It is shown on pages that are not ours.
      .header('cross-origin-resource-policy', 'cross-origin')
    if (knowsEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('image/jpeg').send(await find(file, { photo, name, brand: site.brand }))
  }

  async function find(file: string, wanted: ShareDrawing): Promise<Buffer> {
    const kept = await folder.read(file)
    if (kept && kept.length > 0) return kept
    const drawn = drawing.get(file) ?? turns(() => draw(file, wanted)).finally(() => drawing.delete(file))
    drawing.set(file, drawn)
    return drawn
  }

  async function draw(file: string, wanted: ShareDrawing): Promise<Buffer> {
    // Most processes never draw one, and need not load what draws.
    const { drawSharePicture } = await import('./draw-share-picture.ts')
    const bytes = await drawSharePicture(wanted)
    await folder.write(file, bytes)
    return bytes
  }
}
