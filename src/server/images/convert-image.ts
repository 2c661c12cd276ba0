import sharp from 'sharp'

import { COLORS } from '#shared/shop/colors.ts'

import { MOST_PIXELS } from './limits.ts'

export interface ImageSize {
  /** In pixels; a smaller image is not enlarged. */
  width: number
  /** The image is cropped, and enlarged if it is smaller. */
  height?: number
  /** For pages, for browsers that support a smaller format, and for emails. */
  format: 'webp' | 'avif' | 'jpeg'
}

/** With equal results: AVIF at 57 is a fifth smaller than WebP at 78. More effort would take three times as long. */
export const RECIPES = {
  webp: { quality: 78 },
  avif: { quality: 57, effort: 3 },
  jpeg: { quality: 82 },
} as const satisfies Record<ImageSize['format'], object>

export interface ImageFacts {
  /** The name that sharp has for the format, or `heic`, which sharp names like AVIF and cannot decode. */
  format: string
  width: number
  height: number
}

export class UnreadableImageError extends Error {
  override name = 'UnreadableImageError'
}

/** The image itself may be fine. */
export class SlowImageError extends Error {
  override name = 'SlowImageError'
  readonly statusCode = 503
}

/** JPEG has no transparency. */
const GROUND = COLORS.frame.light
const SECONDS = 20

sharp.cache(false)
sharp.concurrency(1)

/** @throws UnreadableImageError, SlowImageError */
export async function convertImage(source: Buffer, { width, height, format }: ImageSize) {
  const resized = sharp(source, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize({ width, ...(height ? { height, position: 'attention' } : { withoutEnlargement: true }) })
    .timeout({ seconds: SECONDS })
  const opaque = format === 'jpeg' ? resized.flatten({ background: GROUND }) : resized
  return opaque
    .toFormat(format, RECIPES[format])
    .toBuffer()
    .catch((cause: Error) => {
      throw cause.message.startsWith('timeout') ? new SlowImageError(cause.message) : unreadable(cause)
    })
}

/** @throws UnreadableImageError */
export async function readImageFacts(bytes: Uint8Array): Promise<ImageFacts> {
  const { format, compression, width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: Error) => {
      throw unreadable(cause)
    })
  return { format: compression === 'hevc' ? 'heic' : format, width, height }
}

function unreadable(cause: Error) {
  return new UnreadableImageError(cause.message, { cause })
}
