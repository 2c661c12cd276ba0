import type { FastifyInstance } from 'fastify'

import { originOf } from '#server/http/request-url.ts'

import { readReports } from './read-reports.ts'

/** A page that is attacked, or broken, sends a handful; what a visitor sends beyond that tells nothing new. */
const OF_VISITOR = { name: 'CSP reports of a visitor', max: 20, seconds: 60 }
/** One network must not fill what is stored of a day with invented reports. */
const OF_DAY = { name: 'CSP violations of a visitor', max: 100, seconds: 86_400 }
const OF_SHOP = { name: 'CSP reports of the shop', max: 600, seconds: 60 }
const MOST_BYTES = 16 * 1024

/** `/api/csp-reports`: takes the reports that browsers send by themselves. Register with `/api`. */
export async function cspReportsRoute(app: FastifyInstance): Promise<void> {
  // Browsers send nothing else; a form or a script of another site could.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  )
  const countVisitor = app.limit(OF_VISITOR)
  const countShop = app.limit(OF_SHOP)
  const countViolation = app.limit(OF_DAY)

  app.post('/csp-reports', { bodyLimit: MOST_BYTES, logLevel: 'warn' }, async (request, reply) => {
    await countVisitor(request, reply)
    await countShop(request, reply, 'all')
    for (const violation of readReports(request.body, new URL(originOf(request)).host)) {
      await countViolation(request, reply)
      app.cspReports.note(violation)
    }
    return reply.code(204).send()
  })
}
