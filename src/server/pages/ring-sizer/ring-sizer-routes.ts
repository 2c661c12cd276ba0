import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

import type { SizePrintoutTask } from './size-printout-worker.ts'

const params = Type.Object({ file: Type.Enum(LOCALES.map((locale) => `${locale}.pdf`)) })

export const ringSizerRoute: FastifyPluginAsyncTypebox = async (app) => {
  /** Each sheet is drawn once, because only a new version of the shop changes it. */
  const drawn = new Map<Locale, Promise<Buffer>>()

  async function drawIn(locale: Locale): Promise<Buffer> {
    const shapes = await app.drawings.sizePrintout?.(locale, app.site.brand)
    if (!shapes) throw new Error('The pages are not there yet')
    return drawPrintout({ shapes, title: app.site.brand })
  }

  app.get(
    '/ring-sizer/:file',
    { schema: { summary: 'The printable ring sizer, a PDF', params } },
    async (request, reply) => {
      const locale = request.params.file.slice(0, 2) as Locale
      const drawing = drawn.get(locale) ?? drawIn(locale)
      drawn.set(locale, drawing)
      drawing.catch(() => drawn.delete(locale))
      const pdf = await drawing
      return reply
        .type('application/pdf')
        .header('cache-control', 'public, max-age=3600')
        .header('content-disposition', `inline; filename="ring-sizer-${locale}.pdf"`)
        .send(pdf)
    },
  )
}

const WORKER = new URL('./size-printout-worker.ts', import.meta.url)

/** With exact lengths: a browser's own print may be some percent larger. In a thread, as it takes half a second. */
async function drawPrintout(task: SizePrintoutTask): Promise<Buffer> {
  const worker = new Worker(WORKER, { workerData: task })
  // Rejects if the thread fails.
  const [pdf] = (await once(worker, 'message')) as [Uint8Array]
  return Buffer.from(pdf)
}
