import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { addFormHooks } from '#server/http/forms/form-body.ts'
import type { Queryable } from '#server/infra/database/database.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { ConsentRecord } from '#shared/privacy/consent.ts'

/** More changes of mind than anybody has. */
const LIMIT = { name: 'consent', max: 30, seconds: 60 }

/** `/api/consent`: puts on record what a visitor chose, with no address of theirs. Register with `/api`. */
export const consentRoute: FastifyPluginAsyncTypebox = async (app) => {
  addFormHooks(app, { refusedTo: ({ visitor }) => localePath(visitor.locale, '/policies/privacy-policy') })
  app.addHook('onRequest', app.limit(LIMIT))

  app.post('/consent', { schema: { body: ConsentRecord, response: { 204: Type.Null() } } }, async (request, reply) => {
    await recordConsent(app.database, request.body)
    return reply.code(204).send(null)
  })
}

/** Puts a choice on record; what was chosen before stays there. A choice that is told of again is the same one. */
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
