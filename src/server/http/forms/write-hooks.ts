import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

import { readForm, type FieldMapping } from './form-body.ts'
import { requireSameOrigin } from './same-origin.ts'
import { addErrorHandler, type ErrorHandlerOptions } from './write-errors.ts'

interface WriteHooks extends ErrorHandlerOptions {
  fieldMapping?: FieldMapping
}

/** For routes that write: from this origin only, from a page form or a script, never cached. */
export function addWriteHooks(app: FastifyInstance, { fieldMapping, ...httpErrors }: WriteHooks): void {
  // Fastify's own compiler reads "quantity": null as 0, and 0 removes the product from the cart.
  app.setValidatorCompiler(TypeBoxValidatorCompiler)
  app.decorateRequest('sentForm', null)
  acceptEmptyBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await requireSameOrigin(request)
  })
  app.addHook('preValidation', async (request) => readForm(request, fieldMapping))
  addErrorHandler(app, httpErrors)
}

/** Calls without a body often name JSON as their type. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parseJson(request, body as string, done)
  })
}
