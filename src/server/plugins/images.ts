import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

import { createConverter, UnreadablePictureError } from '#server/images/converter/converter.ts'
import { createKeptAnswers } from '#server/images/kept-answers.ts'
import { createPictureFolder } from '#server/images/picture-folder.ts'
import type { PictureSize } from '#server/images/picture-size.ts'
import { createPictures, type FoundPicture, type WantedPicture } from '#server/images/pictures.ts'
import { createRemoteSources } from '#server/images/remote-sources.ts'
import { showsAvif } from '#server/images/shows-avif.ts'
import { knowsEtag } from '#server/knows-etag.ts'
import type { FrontDoor } from '#server/page-cache/front-door.ts'
import { IMAGE_WIDTHS, LETTER_IMAGE_WIDTHS, parseImageSource } from '#shared/images/image-url.ts'

/** As an address names them, and compared as text: `0320` and `3.2e2` would be other addresses of the same picture. */
const SIZES = new Map<string, PictureSize>([
  ...IMAGE_WIDTHS.map((width) => [String(width), { width, format: 'webp' }] as const),
  ...LETTER_IMAGE_WIDTHS.map((width) => [`${width}.jpg`, { width, format: 'jpeg' }] as const),
])

/** How long an answer may be kept, by what its address says of the bytes: all, nothing, or what they are no more. */
const KEEPING = {
  exact: 'public, max-age=31536000, immutable',
  plain: 'public, max-age=604800, stale-while-revalidate=2592000',
  outdated: 'public, no-cache',
}
type Keeping = keyof typeof KEEPING
/** What stands between us and many browsers asks again soon, when there is something smaller for them. */
const INTERIM = ', s-maxage=60'

/** Somebody waits: none of the shop's own work, but the processor is given up to it where there is more. */
const NOW = { processes: Math.max(1, Math.min(3, availableParallelism() - 1)), niceness: 5, mostWaiting: 200 }
/** Nobody waits. */
const LATER = { processes: 1, niceness: 19, mostWaiting: 1000 }
const MOST_MS = { now: 20_000, later: 120_000 }
const TIDY_MS = 3_600_000

/** Pictures at the sizes that pages and letters ask for, and no others: from our own media, the backend's host, and those of IMAGE_HOSTS. */
export const images = fp(
  async function images(app: FastifyInstance, { door }: { door: FrontDoor }) {
    const { config, log, media } = app
    const folder = createPictureFolder({
      dir: join(config.dataDir, 'images'),
      mostBytes: config.pictureCacheBytes,
      log,
    })
    const now = createConverter({ ...NOW, mostMs: MOST_MS.now })
    const later = createConverter({ ...LATER, mostMs: MOST_MS.later })
    const pictures = createPictures({ folder, now, later, log })
    const remotes = createRemoteSources(folder)
    const answers = createKeptAnswers()
    const backend = new URL(config.backend.url)
    const allowedHosts = new Set([backend.host, ...config.imageHosts])
    door.answerPicture = answers.answer

    app.get<{ Params: { size: string; '*': string } }>('/_image/:size/*', async (request, reply) => {
      const size = SIZES.get(request.params.size)
      const wanted = size && { ...size, showsAvif: size.format === 'webp' && showsAvif(request.headers.accept) }
      const found = wanted && (await findPicture(request.params['*'], wanted).catch(asMissing))
      if (!found) return reply.callNotFound()
      const { picture, keeping, isInterim } = found
      reply
        .header('cache-control', isInterim ? KEEPING[keeping] + INTERIM : KEEPING[keeping])
        .header('etag', picture.etag)
        // Letters are read on pages that are not ours.
        .header('cross-origin-resource-policy', wanted.format === 'jpeg' ? 'cross-origin' : 'same-origin')
      if (wanted.format === 'webp') reply.header('vary', 'accept')
      // What is made up behind the address would take the place of what is asked for.
      if (keeping === 'exact' && !isInterim && !request.originalUrl.includes('?')) {
        answers.keep(request.originalUrl, wanted.showsAvif, picture, publicHeaders(reply))
      }
      if (knowsEtag(request.headers['if-none-match'], picture.etag)) return reply.code(304).send()
      return reply.type(`image/${picture.format}`).send(picture.bytes)
    })

    async function findPicture(
      text: string,
      wanted: WantedPicture,
    ): Promise<(FoundPicture & { keeping: Keeping }) | undefined> {
      const source = parseImageSource(text)
      if (source?.kind === 'remote') {
        const url = allowedUrl(source.url)
        const remote = url && (await remotes.open(url))
        return remote && { ...(await pictures.get(remote.version, wanted, remote.read)), keeping: 'plain' }
      }
      if (!source) return undefined
      const { name, version } = source
      const current = await media.versionOf(name)
      if (version !== undefined && version !== current) {
        const before = await pictures.find(nameOf(name, version), wanted)
        if (before) return { ...before, isInterim: false, keeping: 'exact' }
      }
      if (current === undefined) return undefined
      const found = await pictures.get(nameOf(name, current), wanted, () => media.read(name, current))
      // An address of a version that we do not know may become true elsewhere, or later.
      return { ...found, keeping: version === current ? 'exact' : version ? 'outdated' : 'plain' }
    }

    /** @returns undefined for every host that the operator has not named */
    function allowedUrl(url: URL): URL | undefined {
      if (allowedHosts.has(url.host)) return url
      // Without a setting Medusa writes its own machine's name into the address of an upload, and the port of that time.
      const isOwnUpload = /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname) && url.pathname.startsWith('/static/')
      return isOwnUpload ? new URL(url.pathname, backend) : undefined
    }

    const tidying = setInterval(() => void folder.tidy(), TIDY_MS).unref()
    app.addHook('onReady', async () => void folder.tidy())
    app.addHook('onClose', async () => {
      clearInterval(tidying)
      door.answerPicture = () => false
      now.close()
      later.close()
      await folder.close()
    })
  },
  { name: 'images', dependencies: ['media'] },
)

function nameOf(file: string, version: string): string {
  return `${file} ${version}`
}

/** What is no picture, whatever its name says, is as good as none; the log has why. */
function asMissing(error: unknown): undefined {
  if (!(error instanceof UnreadablePictureError)) throw error
}

/** Of an answer to anybody: what is for one visitor is in none of ours. */
function publicHeaders(reply: FastifyReply): Record<string, string> {
  const { 'set-cookie': _, ...headers } = reply.getHeaders()
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
