import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { addFormManners } from '#server/api/forms/manners.ts'
import { letterLimits } from '#server/api/mailing/letter-limits.ts'
import { letterPage, mailingFormWords, sendAccepted } from '#server/api/mailing/mailing-form.ts'
import { addressHash, addressKey } from '#server/mailing/address-key.ts'
import { subscribe } from '#server/mailing/subscribe.ts'
import { refuseField } from '#server/refusals/refusal.ts'
import { SENTENCES } from '#server/refusals/sentences.ts'
import { Accepted, EmailSubscribe, SITE_TYPE } from '#shared/api/mailing.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

import { letterLinkRoutes } from './letter-link-routes.ts'

const PAGE = '/newsletter'

/** `/api/email-subscribe…`: register with that prefix. */
export const emailSubscribeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(letterLinkRoutes)
  await app.register(subscribeRoute)
}

const subscribeRoute: FastifyPluginAsyncTypebox = async (app) => {
  const limits = letterLimits(app)
  addFormManners(app, { refusedTo: (request) => letterPage(request, PAGE), words: mailingFormWords })

  app.post(
    '/',
    { schema: { body: EmailSubscribe, response: { 202: Accepted } }, preValidation: limits.ofVisitor },
    async (request, reply) => {
      const { email: typed, lang = DEFAULT_LOCALE, site_type: siteType, website } = request.body
      const email = typed.trim()
      const emailKey = addressKey(email)
      if (!emailKey) throw refuseField('email', SENTENCES.email)
      // Only a machine fills in what nobody sees; it is told what everybody is.
      if (!website) {
        await limits.ofShop(request, reply, 'all')
        await limits.ofAddress(request, reply, addressHash(emailKey))
        await subscribe(app.mailing, { email, emailKey, siteType: siteType ?? SITE_TYPE, language: lang })
      }
      return sendAccepted(request, reply, 'subscribed', PAGE)
    },
  )
}
