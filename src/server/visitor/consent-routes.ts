import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { addFormHooks } from '#server/http/forms/form-hooks.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import { ConsentRecord } from '#shared/privacy/consent.ts'

import { recordConsent } from './consent-queries.ts'

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
