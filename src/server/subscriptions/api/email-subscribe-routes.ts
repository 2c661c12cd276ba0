import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { addressKey } from '#server/email/email-tokens.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import { refuseField } from '#server/http/http-error.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'
import { Accepted, EmailSubscribe, SITE_TYPE } from '#shared/newsletter/mailing.ts'

import { subscribe } from '../subscribe.ts'
import { emailLinkRoutes } from './email-link-routes.ts'
import { emailsOfVisitor, emailPage, mailingFieldMapping, sendAccepted } from './mailing-form.ts'

const PAGE = '/newsletter'

export const emailSubscribeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(emailLinkRoutes)
  await app.register(subscribeRoute)
}

const subscribeRoute: FastifyPluginAsyncTypebox = async (app) => {
  addWriteHooks(app, { refusedTo: (request) => emailPage(request, PAGE), fieldMapping: mailingFieldMapping })

  app.post(
    '/',
    {
      schema: { summary: 'Subscribes to the newsletter', body: EmailSubscribe, response: { 202: Accepted } },
      preValidation: emailsOfVisitor(app),
    },
    async (request, reply) => {
      const { email: typed, lang = DEFAULT_LOCALE, site_type: siteType, website } = request.body
      const email = typed.trim()
      const emailKey = addressKey(email)
      if (!emailKey) throw refuseField('email', MESSAGES.email)
      // Honeypot: only bots fill in the hidden field. They get the same response as everyone.
      if (!website) {
        await subscribe(app.mailing, { email, emailKey, siteType: siteType ?? SITE_TYPE, language: lang })
      }
      return sendAccepted(request, reply, 'subscribed', PAGE)
    },
  )
}
