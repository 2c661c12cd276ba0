/** Child process that draws share images. It receives a `DrawingOrder` and sends an `Outcome` for each. */
import type { Outcome } from '#server/images/converter/convert-process.ts'

import { drawShareImage, type ShareDrawing } from './draw-share-image.ts'

/** The photo is sent as `source` (empty if there is none). */
export type DrawingOrder = Omit<ShareDrawing, 'photo'>

// As in the converter process, signals are ignored. The process ends when the shop disconnects, after its job.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('message', (order: DrawingOrder & { source: Uint8Array }) => {
  void draw(order).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())

async function draw({ source, ...drawing }: DrawingOrder & { source: Uint8Array }): Promise<Outcome> {
  try {
    const photo = source.length > 0 ? Buffer.from(source) : undefined
    return { bytes: await drawShareImage({ ...drawing, photo }) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
