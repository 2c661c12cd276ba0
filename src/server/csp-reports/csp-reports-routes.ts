import type { FastifyInstance } from 'fastify'

import { originOf } from '#server/http/request-url.ts'

import { readReports } from './read-reports.ts'

/** An attacked or broken page sends only a few reports. More of them add no information. */
const VISITOR_LIMIT = { name: 'CSP reports of a visitor', max: 20, seconds: 60, crowd: { max: 600, share: 5 } }
/** Prevents one network from filling the rows of a day with invented reports. */
const DAY_LIMIT = { name: 'CSP violations of a visitor', max: 100, seconds: 86_400 }
const MAX_BYTES = 16 * 1024

/** `/api/csp-reports`: accepts the reports that browsers send automatically. Register with `/api`. */
export async function cspReportsRoute(app: FastifyInstance): Promise<void> {
  // Browsers send only these types. Others could come from a form or script of another site.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  )
  const countVisitor = app.limit(VISITOR_LIMIT)
  const countViolation = app.limit(DAY_LIMIT)

  app.post(
    '/csp-reports',
    {
      bodyLimit: MAX_BYTES,
      logLevel: 'warn',
      schema: { summary: 'A browser reports violations of the content security policy' },
    },
    async (request, reply) => {
      await countVisitor(request, reply)
      for (const violation of readReports(request.body, new URL(originOf(request)).host)) {
        await countViolation(request, reply)
        app.cspReports.note(violation)
      }
      return reply.code(204).send()
    },
  )
}
