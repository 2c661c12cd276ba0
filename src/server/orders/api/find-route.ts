import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { foundOrderCookie } from '#server/cart/api/cart-cookies.ts'
import { shopperOf } from '#server/cart/api/visitor-cart.ts'
import { ORDER_MESSAGES } from '#server/cart/cart-messages.ts'
import { findPlacedOrder } from '#server/cart/orders-queries.ts'
import { orderAddressHashes } from '#server/email/email-tokens.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { finish, localeOf, redirectForm } from '#server/http/forms/finish.ts'
import { addErrorHandler } from '#server/http/forms/write-errors.ts'
import { HttpError, refuseField } from '#server/http/http-error.ts'
import { secretsOf } from '#server/keys.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { readOrderNumber } from '#shared/order/order-number.ts'
import { FindOrder, OpenOrder, OrderAnswer, OrderMessage, SendOrderLink } from '#shared/order/order.ts'

import { openOrder, visibleOrder } from '../order-access.ts'
import { sendOrderLink } from '../order-links.ts'
import { countTries, forgetTries } from '../order-lookups-queries.ts'

/** The response never reveals whether the number or the address was wrong. */
export const findOrderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addErrorHandler(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? localePath(localeOf(request), '/order/find'),
  })
  const looking = app.limit({ name: 'orders looked for', max: 10, seconds: 600 })
  const sending = app.limit({ name: 'order links asked for', max: 10, seconds: 3600 })
  const opening = app.limit({ name: 'order links opened', max: 60, seconds: 600 })

  app.post(
    '/find',
    {
      schema: {
        summary: 'Finds an order by its number and email address',
        body: FindOrder,
        response: { 200: OrderAnswer, 202: OrderMessage },
      },
    },
    async (request, reply) => {
      const { orderId, isNotified } = await lookUp(request, reply, request.body)
      if (!isNotified) return promiseLink(request, reply, orderId)
      if (!orderId) throw new HttpError(404, { message: ORDER_MESSAGES.unknown })
      foundOrderCookie.set(reply, orderId)
      // The page that a form is redirected to reads the order, and handles a backend outage itself.
      if (request.sentForm) return redirectForm(request, reply, '/order/found')
      const shopper = shopperOf(request)
      return { order: visibleOrder(request, await app.carts.readOrder(orderId, shopper), shopper.locale) }
    },
  )

  app.post(
    '/send-link',
    { schema: { summary: 'Emails a link that opens an order', body: SendOrderLink, response: { 202: OrderMessage } } },
    async (request, reply) => {
      const { number, email } = request.body
      if (number === undefined && email === undefined) {
        const found = foundOrderCookie.read(request)
        if (!found) throw new HttpError(403, { message: ORDER_MESSAGES.notHeld })
        await limited(sending, request, reply)
        return promiseLink(request, reply, found)
      }
      await limited(sending, request, reply)
      const { orderId } = await lookUp(request, reply, { number: number ?? '', email: email ?? '' })
      return promiseLink(request, reply, orderId)
    },
  )

  app.post(
    '/open',
    {
      schema: { summary: 'Opens an order by the link from an email', body: OpenOrder, response: { 200: OrderAnswer } },
    },
    async (request, reply) => {
      await limited(opening, request, reply)
      const read = app.orders.links.read('order', request.body.token)
      if (read.state === 'damaged') throw new HttpError(400, { message: ORDER_MESSAGES.linkDamaged })
      if (read.state === 'lapsed') throw new HttpError(410, { message: ORDER_MESSAGES.linkLapsed })
      openOrder(reply, read.subject)
      if (request.sentForm) return redirectForm(request, reply, '/order/found')
      return { order: await app.carts.readOrder(read.subject, shopperOf(request)) }
    },
  )

  async function lookUp(request: FastifyRequest, reply: FastifyReply, typed: FindOrder): Promise<LookUp> {
    const number = readOrderNumber(typed.number)
    if (number.kind === 'none') throw refuseField('number', ORDER_MESSAGES.number)
    if (number.kind === 'mistyped') throw refuseField('number', ORDER_MESSAGES.mistyped)
    const addressHashes = orderAddressHashes(secretsOf(app.config), typed.email)
    if (!addressHashes) throw refuseField('email', MESSAGES.email)
    await limited(looking, request, reply)
    return lookUpOrder(app, number.number, addressHashes)
  }

  /** Does not wait for the email, so that the response time reveals nothing either. Throws BackendError. */
  function promiseLink(request: FastifyRequest, reply: FastifyReply, orderId: string | undefined) {
    if (app.backend.state().status === 'down')
      throw new BackendError({ message: 'The commerce backend is down', type: 'circuit_open' })
    const locale = localeOf(request)
    if (orderId !== undefined)
      void sendOrderLink(app, orderId, locale).catch((error: unknown) =>
        app.log.warn(
          { event: 'orders.link_failed', err: error, order: orderId },
          'the link to an order could not be emailed; the shopper may ask again',
        ),
      )
    const message = app.translate(locale, ORDER_MESSAGES.linkSent)
    return finish(request, reply, {
      page: request.sentForm?.refusedTo ?? localePath(locale, '/order/find'),
      flash: { message, done: 'link-sent', values: request.sentForm?.values ?? {} },
      body: { message },
      status: 202,
    })
  }

  /** The error names the wait and the alternative. */
  async function limited(
    count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    try {
      await count(request, reply)
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode !== 429) throw error
      const seconds = Number(reply.getHeader('retry-after') ?? 60)
      const { details } = error.facts
      const values = { minutes: Math.max(1, Math.ceil(seconds / 60)) }
      throw new HttpError(429, { message: ORDER_MESSAGES.tooManyTries, values, retryAfterSeconds: seconds, details })
    }
  }
}

/** Wrong tries per day, from all clients together. */
const MISSES_OF_ADDRESS = 10
const MISSES_OF_NUMBER = 20

interface LookUp {
  /** Undefined if no order matches both. */
  orderId: string | undefined
  /** False after too many wrong tries: the response then only promises an email, and strangers cannot lock a customer out. */
  isNotified: boolean
}

/** Counts wrong tries. Throws DatabaseDown. */
async function lookUpOrder(
  { database, orders }: FastifyInstance,
  number: string,
  addressHashes: string[],
): Promise<LookUp> {
  const keys = [orders.lookupKey('address', addressHashes[0] ?? ''), orders.lookupKey('number', number)]
  const { ids, counts } = await countTries(database, keys)
  const [ofAddress = 0, ofNumber = 0] = counts
  const isNotified = ofAddress <= MISSES_OF_ADDRESS && ofNumber <= MISSES_OF_NUMBER
  const orderId = await findPlacedOrder(database, number, addressHashes)
  if (orderId !== undefined) await forgetTries(database, ids)
  return { orderId, isNotified }
}
