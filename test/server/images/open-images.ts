import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'

import sharp from 'sharp'
import type { Test } from 'tap'

import { buildApi } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { testFolder } from '#test/support/test-folder.ts'

export const BROWSER = { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' }

interface OpenImagesOptions {
  /** Our own, by the names of their files; the list of them is written, too. */
  media?: Record<string, Buffer>
  /** Instead of a backend, which has no images but those that it answers with. */
  backend?: RequestListener
  env?: Record<string, string>
}

/** The shop without its pages, over a folder of images and an empty one for their sizes. */
export async function openImages(t: Test, { media = {}, backend, env = {} }: OpenImagesOptions = {}) {
  const folder = testFolder(t, {
    content: { en: { 'a.md': '# A' }, media: { ...media, 'manifest.json': listOf(Object.keys(media)) } },
  })
  const far = await listenLocally(t, createServer(backend ?? ((_request, response) => response.writeHead(404).end())))
  const config = loadConfig({
    MEDUSA_URL: far,
    MEDUSA_PUBLISHABLE_KEY: 'pk_test',
    DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none',
    SECRET: 'a secret of at least thirty-two letters',
    CONTENT_DIR: join(folder, 'content'),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    ...env,
  }) as ServerConfig
  const open = async () => {
    const app = await buildApi(config)
    t.teardown(() => app.close())
    return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
  }
  return {
    ...(await open()),
    open,
    far,
    folder,
    cached: join(config.dataDir, 'images'),
    media: join(config.contentDir, 'media'),
  }
}

export function listOf(files: readonly string[]): string {
  return JSON.stringify(files.map((file) => ({ file, width: 64, height: 64, alt_en: 'A ring', alt_ru: 'Кольцо' })))
}

/** A photograph, or as good as one to anyone who compresses it: soft shades and a little noise. */
export function photograph(size = 640, shade = 120): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * 3)
  for (let at = 0; at < pixels.length; at += 1) {
    const x = Math.floor(at / 3) % size
    pixels[at] = shade + 60 * Math.sin(x / 40 + at / (size * 90)) + ((at * 7919) % 13)
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer()
}

/** An image so small that a format's own words weigh more than the image. */
export function speck(): Promise<Buffer> {
  return sharp({ create: { width: 4, height: 4, channels: 3, background: '#f1ece4' } })
    .png()
    .toBuffer()
}
