import { LRUCache } from 'lru-cache'

import { readImageFacts, UnreadableImageError, type ImageFacts } from './convert-image.ts'
import type { ReadSource } from './image-processor.ts'
import type { createImageQueue } from './image-queue.ts'
import { LEAST_SIDE, MOST_IMAGE_BYTES, MOST_PIXELS } from './limits.ts'

export interface MeasuredImage {
  /** Null if the image could not be read. */
  width: number | null
  height: number | null
  /** A sentence for the staff: why the shop cannot show it, or shows it blurred. */
  problem: string | null
}

/** The name changes with the bytes. */
export type OpenedImage = { name: string; read: ReadSource } | 'missing' | 'too large' | 'refused'

const MEGABYTE = 1_000_000
const MOST_KNOWN = 5000
const PROBLEMS = {
  missing: 'There is no image at its address. Upload it again.',
  'too large': `It has more than ${MOST_IMAGE_BYTES / MEGABYTE} MB, so the shop does not show it. Make it smaller.`,
  refused: 'The shop does not load images from its host. Upload it, or add the host to IMAGE_HOSTS.',
  heic: 'It is HEIC, which the shop cannot show. Export it as JPEG, PNG or WebP.',
  unreadable: 'It is no image, or is damaged. Export it again as JPEG, PNG or WebP.',
} as const

/** Never throws. `open` finds an image by its source in Medusa. */
export function createImageMeasure(
  open: (source: string) => Promise<OpenedImage>,
  { run }: Pick<ReturnType<typeof createImageQueue>, 'run'>,
): (source: string) => Promise<MeasuredImage> {
  const known = new LRUCache<string, MeasuredImage>({ max: MOST_KNOWN })

  async function measure({ name, read }: Exclude<OpenedImage, string>): Promise<MeasuredImage> {
    const measured = await run('later', async () => {
      const source = await read()
      return judge(await readImageFacts(source), source.length)
    })
    known.set(name, measured)
    return measured
  }

  return async (source) => {
    try {
      const opened = await open(source)
      return typeof opened === 'string' ? unread(PROBLEMS[opened]) : (known.get(opened.name) ?? (await measure(opened)))
    } catch (error) {
      if (error instanceof UnreadableImageError) return unread(PROBLEMS.unreadable)
      return unread(`It could not be measured: ${(error as Error).message}. Reload this page later.`)
    }
  }
}

function unread(problem: string): MeasuredImage {
  return { width: null, height: null, problem }
}

function judge({ format, width, height }: ImageFacts, bytes: number): MeasuredImage {
  return { width, height, problem: problemOf() }

  function problemOf(): string | null {
    if (format === 'heic') return PROBLEMS.heic
    if (bytes > MOST_IMAGE_BYTES) return PROBLEMS['too large']
    if (width * height > MOST_PIXELS)
      return `It has more than ${MOST_PIXELS / MEGABYTE} megapixels, so the shop does not show it. Make it smaller.`
    if (Math.min(width, height) < LEAST_SIDE)
      return `It is blurred in the zoom. Its shorter side needs ${LEAST_SIDE} pixels.`
    return null
  }
}
