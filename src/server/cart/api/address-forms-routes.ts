import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { AddressForm } from '#shared/checkout/address-form.ts'

import { addressForm } from '../address-forms.ts'

const params = Type.Object({ country: Type.String({ pattern: '^[A-Za-z]{2}$' }) })

/** `/api/address-forms/GB`: how addresses are written there; register with `/api`. */
export const addressFormsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/address-forms/:country', { schema: { params, response: { 200: AddressForm } } }, async (request, reply) => {
    // It changes with a new version of the shop, if ever.
    reply.header('cache-control', 'public, max-age=3600')
    return addressForm(request.params.country)
  })
}
