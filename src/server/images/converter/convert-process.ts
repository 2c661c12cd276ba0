/** Resizes images, one after the other, in a process of its own. Is told what, and tells what came of it. */
import sharp from 'sharp'

import { RECIPES, type ImageSize } from './image-size.ts'

/** An image and what is to become of it. */
export interface Order extends ImageSize {
  source: Uint8Array
}

/** The image, or why there is none. */
export type Outcome = { bytes: Uint8Array } | { fault: string }

/** Beyond it a small file could fill the memory. */
const MOST_PIXELS = 50_000_000
/** The ground of the photographs, since a jpeg has nothing to see through. */
const GROUND = '#f1ece4'

sharp.cache(false)
sharp.concurrency(1)
// A hand at the terminal reaches all processes of a shop; we go when ours lets us go, with what it has asked for.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('message', (order: Order) => void convert(order).then((outcome) => process.send?.(outcome)))
// Anyone who is gone needs no image.
process.on('disconnect', () => process.exit())

async function convert({ source, width, format }: Order): Promise<Outcome> {
  try {
    const resized = sharp(source, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .resize({ width, withoutEnlargement: true })
    const opaque = format === 'jpeg' ? resized.flatten({ background: GROUND }) : resized
    return { bytes: await opaque.toFormat(format, RECIPES[format]).toBuffer() }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
