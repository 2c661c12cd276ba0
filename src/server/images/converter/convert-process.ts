/** Child process that resizes images. It receives an `Order` and sends an `Outcome` for each. */
import sharp from 'sharp'

import { COLORS } from '#shared/shop/colors.ts'

import { MOST_PIXELS } from '../limits.ts'
import { RECIPES, type ImageSize } from './image-size.ts'

export interface Order extends ImageSize {
  source: Uint8Array
}

export type Outcome = { bytes: Uint8Array } | { fault: string }

/** JPEG has no transparency. */
const GROUND = COLORS.frame.light

sharp.cache(false)
sharp.concurrency(1)
// Ctrl-C in a terminal signals all processes of the shop. This one ends when its parent disconnects, after its job.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('message', (order: Order) => void convert(order).then((outcome) => process.send?.(outcome)))
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
