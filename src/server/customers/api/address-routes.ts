import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'

import { AccountMessage, AddressesAnswer, DeleteAddress, SaveAddress } from '#shared/account/account.ts'

import { readShown } from '../account.ts'
import { deleteAddress, listAddresses, saveAddress } from '../addresses.ts'
import { ACCOUNT_MESSAGES } from '../messages.ts'
import { finishWith } from './account-forms.ts'

const ADDRESSES_PAGE = '/account/addresses'
const params = Type.Object({ id: Type.String({ pattern: '^cuaddr_[A-Za-z0-9]{1,64}$' }) })
const response = { 200: AccountMessage }

export const addressRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/addresses',
    {
      schema: {
        summary: 'The addresses of the signed-in customer, the default delivery address first',
        response: { 200: AddressesAnswer },
      },
    },
    async (request) => ({ addresses: await listAddresses(app, await app.customers.requireSession(request)) }),
  )

  app.post(
    '/addresses',
    { schema: { summary: 'Saves an address', body: SaveAddress, response } },
    async (request, reply) => save(request, reply, request.body),
  )

  app.post(
    '/addresses/:id',
    { schema: { summary: 'Changes a saved address', params, body: SaveAddress, response } },
    async (request, reply) => save(request, reply, request.body, request.params.id),
  )

  app.delete(
    '/addresses/:id',
    { schema: { summary: 'Deletes a saved address', params, response } },
    async (request, reply) => remove(request, reply, request.params.id),
  )

  // The form equivalent of DELETE.
  app.post(
    '/addresses/:id/delete',
    {
      schema: {
        summary: 'Deletes a saved address, for a form without JavaScript',
        params,
        body: DeleteAddress,
        response,
      },
    },
    async (request, reply) => remove(request, reply, request.params.id, request.body.username),
  )

  async function save(
    request: FastifyRequest,
    reply: FastifyReply,
    { username, ...typed }: Static<typeof SaveAddress>,
    id?: string,
  ) {
    const session = await app.customers.requireSession(request)
    await readShown(app, session, username)
    await saveAddress(app, session, typed, id)
    return finishWith(request, reply, ACCOUNT_MESSAGES.addressSaved, { page: ADDRESSES_PAGE })
  }

  async function remove(request: FastifyRequest, reply: FastifyReply, id: string, username?: string) {
    const session = await app.customers.requireSession(request)
    await readShown(app, session, username)
    await deleteAddress(app, session, id)
    return finishWith(request, reply, ACCOUNT_MESSAGES.addressDeleted, { page: ADDRESSES_PAGE })
  }
}
