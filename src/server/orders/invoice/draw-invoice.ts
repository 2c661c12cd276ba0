import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import PQueue from 'p-queue'

import type { Invoice } from './to-invoice.ts'

const WORKER = new URL('./invoice-worker.ts', import.meta.url)

/** Drawing takes some tenths of a second of a core, so pages keep the other cores. */
const drawings = new PQueue({ concurrency: 1 })

export async function drawInvoice(invoice: Invoice): Promise<Buffer> {
  return drawings.add(async () => {
    const worker = new Worker(WORKER, { workerData: invoice })
    // Rejects if the thread fails.
    const [pdf] = (await once(worker, 'message')) as [Uint8Array]
    return Buffer.from(pdf)
  })
}
