/** Child process that reads the size of images. It receives a source and sends an `Outcome` with `ImageFacts` as JSON. */
import { readImageFacts } from '../image-facts.ts'
import type { Outcome } from './convert-process.ts'

// As in the converter process, signals are ignored. The process ends when the shop disconnects, after its job.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('message', ({ source }: { source: Uint8Array }) => {
  void measure(source).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())

async function measure(source: Uint8Array): Promise<Outcome> {
  try {
    return { bytes: Buffer.from(JSON.stringify(await readImageFacts(source))) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
