import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import { addressKey } from '#server/email/email-tokens.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { localeOf } from '#server/http/forms/finish.ts'
import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import { HttpError, refuseField } from '#server/http/http-error.ts'
import { DEFAULT_LOCALE, localePath } from '#shared/i18n/locale.ts'
import { Accepted } from '#shared/newsletter/mailing.ts'
import { BackInStock, ConfirmStockAlerts, Done } from '#shared/newsletter/stock-alert.ts'

import { oneClick } from '../api/email-link-routes.ts'
import { emailsOfVisitor, emailPage, mailingFieldMapping, sendAccepted } from '../api/mailing-form.ts'
import { MAILING_MESSAGES } from '../messages.ts'

const PAGE = '/back-in-stock'
const LINK_PAGE = '/back-in-stock/requests'

export const backInStockRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const stop = (hash: string) => app.stockAlerts.stop(hash)
  await oneClick(app, { path: '/stop', purpose: 'stock-alert', page: LINK_PAGE, act: stop })
  await app.register(requestRoute)
  await app.register(confirmRoute)
}

const requestRoute: FastifyPluginAsyncTypebox = async (app) => {
  addWriteHooks(app, { refusedTo: (request) => emailPage(request, PAGE), fieldMapping: mailingFieldMapping })

  app.post(
    '/',
    {
      schema: {
        summary: 'Asks for one email when a sold-out variant is back in stock',
        body: BackInStock,
        response: { 202: Accepted },
      },
      preValidation: emailsOfVisitor(app),
    },
    async (request, reply) => {
      const { email: typed, variant_id: variantId, lang: language = DEFAULT_LOCALE, website } = request.body
      const email = typed.trim()
      const emailKey = addressKey(email)
      if (!emailKey) throw refuseField('email', MESSAGES.email)
      // Honeypot: only bots fill in the hidden field. They get the same response as everyone.
      if (!website) await app.stockAlerts.request({ email, variantId, language, regionId: request.visitor.regionId })
      return sendAccepted(request, reply, 'alerted', PAGE)
    },
  )
}

const confirmRoute: FastifyPluginAsyncTypebox = async (app) => {
  const page = (request: FastifyRequest) => {
    const query = new URLSearchParams({ token: request.sentForm?.values['token'] ?? '' })
    return `${localePath(localeOf(request), LINK_PAGE)}?${query}`
  }
  addWriteHooks(app, { refusedTo: page, fieldMapping: mailingFieldMapping })

  app.post(
    '/confirm',
    {
      schema: {
        summary: 'Confirms the address of stock alerts',
        body: ConfirmStockAlerts,
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const read = app.mailing.tokens.read('stock-alert', request.body.token)
      if (read.state === 'damaged')
        throw new HttpError(400, { message: MAILING_MESSAGES.linkDamaged, details: 'token' })
      if (read.state === 'lapsed') throw new HttpError(410, { message: MAILING_MESSAGES.linkLapsed, details: 'token' })
      await app.stockAlerts.confirm(read.subject)
      return request.sentForm ? reply.redirect(page(request), 303) : { done: true as const }
    },
  )
}
