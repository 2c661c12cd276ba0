import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { checkId } from '#server/cart/api/cart-access.ts'
import { reorder } from '#server/cart/api/reorder.ts'
import { cartLimits } from '#server/cart/cart-limits.ts'
import { CART_MESSAGES } from '#server/cart/cart-messages.ts'
import { localeOf } from '#server/http/forms/finish.ts'
import { HttpError } from '#server/http/http-error.ts'
import { INVOICE_MESSAGES } from '#server/orders/invoice/invoice-messages.ts'
import { readInvoice } from '#server/orders/invoice/read-invoice.ts'
import { orderAccess, type OrderAccess } from '#server/orders/order-access.ts'
import { ReorderItems } from '#shared/account/account.ts'
import { CartAnswer } from '#shared/cart/cart.ts'
import { localePath } from '#shared/i18n/locale.ts'

import { ownsOrder } from '../account.ts'
import { SIGN_IN_PAGE } from './sign-in-routes.ts'

const params = Type.Object({ id: Type.String() })

export const accountOrderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const limits = cartLimits(app)
  const invoices = app.limit({ name: 'invoices', max: 30, seconds: 600, message: INVOICE_MESSAGES.tooMany })

  app.get(
    '/orders/:id/invoice.pdf',
    { schema: { summary: 'The invoice of an order, a PDF', params } },
    async (request, reply) => {
      const isNavigation = request.headers['sec-fetch-mode'] === 'navigate'
      // The session may have ended since the page with the link was opened.
      if (isNavigation && orderAccess(request, request.params.id) !== 'full' && !(await app.customers.session(request)))
        return reply.redirect(localePath(localeOf(request), SIGN_IN_PAGE), 303)
      const id = await knownOrderId(request, ['full'])
      await invoices(request, reply)
      const { number, pdf } = await readInvoice(app, id, localeOf(request))
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="invoice-${number}.pdf"`)
        .send(pdf)
    },
  )

  app.post(
    '/orders/:id/reorder',
    {
      schema: {
        summary: 'Adds the lines of an order to the cart',
        params,
        body: ReorderItems,
        response: { 200: CartAnswer },
      },
    },
    async (request, reply) => {
      const id = await knownOrderId(request, ['full', 'masked'])
      const { items } = await app.carts.readOrder(id, { locale: localeOf(request) })
      return reorder(request, reply, { limits, items, key: request.body.idempotency_key })
    },
  )

  /** `enough` is the access that suffices without an account. Throws HttpError 401 for guests, 404 for others. */
  async function knownOrderId(
    request: FastifyRequest<{ Params: { id: string } }>,
    enough: readonly OrderAccess[],
  ): Promise<string> {
    const { id } = request.params
    if (enough.includes(orderAccess(request, id))) return id
    const session = await app.customers.requireSession(request)
    if (await ownsOrder(app, session, checkId('order', id))) return id
    throw new HttpError(404, { message: CART_MESSAGES.noOrder })
  }
}
