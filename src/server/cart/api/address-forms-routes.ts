import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { AddressForm } from '#shared/checkout/address-form.ts'

import { addressForm } from '../address-forms.ts'

const params = Type.Object({ country: Type.String({ pattern: '^[A-Za-z]{2}$' }) })

export const addressFormsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/address-forms/:country',
    { schema: { summary: 'The address fields of a country', params, response: { 200: AddressForm } } },
    async (request, reply) => {
      // The form changes only with a new release.
      reply.header('cache-control', 'public, max-age=3600')
      return addressForm(request.params.country)
    },
  )
}
