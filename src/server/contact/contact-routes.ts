import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { addressKey } from '#server/email/email-tokens.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { finish, localeOf } from '#server/http/forms/finish.ts'
import { type FieldMapping } from '#server/http/forms/form-body.ts'
import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ContactMessage } from '#shared/contact/contact-message.ts'
import { LONGEST_MESSAGE, LONGEST_NAME, LONGEST_ORDER_NUMBER } from '#shared/contact/message-limits.ts'
import type { EmailFacts } from '#shared/email/email.ts'
import { localePath, splitLocalePath } from '#shared/i18n/locale.ts'
import { productPath } from '#shared/page/page-paths.ts'

const CONTACT_MESSAGES = {
  sent: /*i18n*/ 'Thank you. Your message is on its way to us.',
  nameTooLong: /*i18n*/ 'This name is too long. Please shorten it to 80 characters.',
  messageTooLong: /*i18n*/ 'This message is too long. Please shorten it to 3,000 characters.',
  orderTooLong: /*i18n*/ 'This doesn’t look like an order number. You’ll find it in your confirmation email.',
  tooMany: /*i18n*/ 'You’ve sent us several messages already. Please try again in {minutes} minutes.',
} as const

const PAGE = '/contact'

/** The form sends every field; empty ones that are optional do not count. */
const fieldMapping: FieldMapping = {
  names: [],
  apply(body) {
    for (const name of ['order', 'product', 'website']) if (body[name] === '') delete body[name]
  },
}

export const contactRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const attempts = app.limit({ name: 'attempts to write to the shop', max: 20, seconds: 60 })
  const ofVisitor = app.limit({
    name: 'messages of a visitor',
    max: 8,
    seconds: 3600,
    crowd: { max: 120, share: 2 },
    message: CONTACT_MESSAGES.tooMany,
  })
  addWriteHooks(app, { refusedTo: contactPage, fieldMapping })

  app.post(
    '/',
    {
      schema: {
        summary: 'Sends a message to the shop',
        body: ContactMessage,
        response: { 202: Type.Object({ accepted: Type.Literal(true) }) },
      },
      // Counted after parsing the body, which sets the language of the error.
      preValidation: attempts,
    },
    async (request, reply) => {
      const facts = factsOf(request)
      // Honeypot: only bots fill in the hidden field. They get the same response as everyone.
      if (!request.body.website) {
        await ofVisitor(request, reply)
        await app.database.transaction(async (tx) => {
          await app.emails.queue(tx, {
            to: app.site.operator.email,
            replyTo: { name: facts.name, address: facts.email },
            letter: { name: 'contact-message', locale: localeOf(request), facts },
          })
        })
      }
      return finish(request, reply, {
        page: contactPage(request),
        flash: { done: 'asked', message: app.translate(localeOf(request), CONTACT_MESSAGES.sent) },
        body: { accepted: true },
        status: 202,
      })
    },
  )
}

/** @throws HttpError 400 that names every wrong field */
function factsOf(request: FastifyRequest): EmailFacts['contact-message'] {
  const body = request.body as ContactMessage
  const name = toLine(body.name)
  const email = body.email.trim()
  const message = toText(body.message)
  const order = toLine(body.order ?? '')
  const fields = {
    ...(name === '' ? { name: MESSAGES.required } : {}),
    ...(name.length > LONGEST_NAME ? { name: CONTACT_MESSAGES.nameTooLong } : {}),
    ...(addressKey(email) ? {} : { email: email === '' ? MESSAGES.required : MESSAGES.email }),
    ...(message === '' ? { message: MESSAGES.required } : {}),
    ...(message.length > LONGEST_MESSAGE ? { message: CONTACT_MESSAGES.messageTooLong } : {}),
    ...(order.length > LONGEST_ORDER_NUMBER ? { order: CONTACT_MESSAGES.orderTooLong } : {}),
  }
  if (Object.keys(fields).length > 0) throw new HttpError(400, { message: MESSAGES.incomplete, fields })
  return { name, email, message, orderNumber: order || null, product: productOf(request, body.product) }
}

/** A message about a product that is no longer sold is sent without it. */
function productOf(
  request: FastifyRequest,
  handle: ContactMessage['product'],
): EmailFacts['contact-message']['product'] {
  const { server, visitor } = request
  const { regionId } = visitor
  const locale = localeOf(request)
  const found = handle ? server.catalog.shop().product(handle, { locale, regionId }) : null
  if (!found) return null
  const path = localePath(locale, productPath(found.handle))
  return { title: found.title, url: server.shopOrigin() + path }
}

/** Without control and formatting characters. */
function toLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\P{C}\u200d]/gu, '')
    .trim()
}

/** As a form counts its length: one character a line break. */
function toText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n\t\u200d]/gu, '')
    .trim()
}

/** A `return_to` counts only if it is that page. */
function contactPage(request: FastifyRequest): string {
  const returnTo = request.sentForm?.returnTo ?? ''
  const { locale, path } = splitLocalePath(returnTo)
  return locale && (path === PAGE || path.startsWith(`${PAGE}?`)) ? returnTo : localePath(localeOf(request), PAGE)
}
