import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import type { Queryable } from '#server/infra/database/database.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { ConsentRecord } from '#shared/privacy/consent.ts'

/** The rate limit, higher than the number of changes that a visitor makes. */
const LIMIT = { name: 'consent', max: 30, seconds: 60 }

/** `/api/consent`: records a visitor's choice without their address. Register with `/api`. */
export const consentRoute: FastifyPluginAsyncTypebox = async (app) => {
  addWriteHooks(app, { refusedTo: ({ visitor }) => localePath(visitor.locale, '/policies/privacy-policy') })
  app.addHook('onRequest', app.limit(LIMIT))

  app.post(
    '/consent',
    { schema: { summary: 'Records a decision about cookies', body: ConsentRecord, response: { 204: Type.Null() } } },
    async (request, reply) => {
      await recordConsent(app.database, request.body)
      return reply.code(204).send(null)
    },
  )
}

/** Appends a choice to the records. A repeat of the last choice adds nothing. */
async function recordConsent({ query }: Queryable, { id, choice, version }: ConsentRecord): Promise<void> {
  await query(
    `INSERT INTO consent_records (browser, choice, version)
     SELECT $1::text, $2::text, $3::text
     WHERE NOT EXISTS (
       SELECT FROM (SELECT choice, version FROM consent_records WHERE browser = $1 ORDER BY number DESC LIMIT 1) AS last
       WHERE last.choice = $2 AND last.version = $3
     )`,
    [id, choice, version],
  )
}
