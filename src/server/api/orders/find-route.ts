import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { foundOrderCookie } from '#server/api/carts/holder-cookies.ts'
import { shopperOf } from '#server/api/carts/shopping.ts'
import { addRefusalManners, localeOf, redirectForm } from '#server/api/forms/manners.ts'
import { findPlacedOrder } from '#server/database/placed-orders.ts'
import { orderAddressHash } from '#server/mailing/address-key.ts'
import { Refusal, refuseField } from '#server/refusals/refusal.ts'
import { SENTENCES } from '#server/refusals/sentences.ts'
import { FindOrder, OrderAnswer } from '#shared/api/order.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import { readOrderNumber } from '#shared/order/order-number.ts'

const FIND_SENTENCES = {
  number: /*i18n*/ 'Please enter the number of the order: it is in the subject of our email, such as K7QM-4T2X-5.',
  mistyped:
    /*i18n*/ 'There is a typing error in this number. Please compare it with the one in the subject of our email.',
  unknown:
    /*i18n*/ 'We find no order of this number that was placed with this address. Please look at both in our letter once more.',
} as const

/**
 * `POST /find`: whoever knows an order's number and the address that it was placed with is shown it, and may read it
 * until the browser is closed. Both wrong, or one: they are told the same.
 */
export const findOrderRoute: FastifyPluginAsyncTypebox = async (app) => {
  addRefusalManners(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? localePath(localeOf(request), '/order/find'),
  })
  const ofVisitor = app.limit({ name: 'orders looked for', max: 10, seconds: 600 })
  const ofNumber = app.limit({ name: 'looks for an order', max: 20, seconds: 3600 })

  app.post('/find', { schema: { body: FindOrder, response: { 200: OrderAnswer } } }, async (request, reply) => {
    const number = readOrderNumber(request.body.number)
    if (number.kind === 'none') throw refuseField('number', FIND_SENTENCES.number)
    if (number.kind === 'mistyped') throw refuseField('number', FIND_SENTENCES.mistyped)
    const addressHash = orderAddressHash(app.config.secret, request.body.email)
    if (!addressHash) throw refuseField('email', SENTENCES.email)
    await ofVisitor(request, reply)
    await ofNumber(request, reply, String(number.number))

    const id = await findPlacedOrder(app.database, number, addressHash)
    if (!id) throw new Refusal(404, { sentence: FIND_SENTENCES.unknown })
    foundOrderCookie.set(reply, id)
    if (!request.sentForm) return { order: await app.carts.readOrder(id, shopperOf(request)) }
    // A form's next page reads it, and says what it can where the backend is away.
    return redirectForm(request, reply, '/order/found')
  })
}
