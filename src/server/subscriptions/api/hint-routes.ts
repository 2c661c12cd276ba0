import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import { addressKey } from '#server/email/email-tokens.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import { refuseField } from '#server/http/http-error.ts'
import type { EmailProduct } from '#shared/email/email.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'
import { Accepted, DropAHint } from '#shared/newsletter/mailing.ts'

import { toEmailProduct, toHintMessage, toSenderName, dropHint } from '../drop-hint.ts'
import { MAILING_MESSAGES } from '../messages.ts'
import { suppress } from '../subscriptions-queries.ts'
import { oneClick } from './email-link-routes.ts'
import { emailsOfVisitor, emailPage, mailingFieldMapping, sendAccepted } from './mailing-form.ts'

const PAGE = '/newsletter?tab=hint'

export const dropAHintRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const stop = async (addressHash: string) => suppress(app.database, addressHash, 'hint')
  await oneClick(app, { path: '/stop', purpose: 'stop', page: '/hints/stop', act: stop })
  await app.register(dropRoute)
}

const dropRoute: FastifyPluginAsyncTypebox = async (app) => {
  // They carry free text to people who did not ask for it.
  const ofVisitor = app.limit({ name: 'hints of a visitor', max: 30, seconds: 86_400 })
  addWriteHooks(app, { refusedTo: (request) => emailPage(request, PAGE), fieldMapping: mailingFieldMapping })

  app.post(
    '/',
    {
      schema: { summary: 'Emails a gift hint about a product', body: DropAHint, response: { 202: Accepted } },
      preValidation: emailsOfVisitor(app),
    },
    async (request, reply) => {
      const { body } = request
      const { lang: language = DEFAULT_LOCALE, variant_id: variantId = null, website } = body
      const recipient = body.recipient_email.trim()
      const recipientKey = addressKey(recipient)
      if (!recipientKey) throw refuseField('recipient_email', MAILING_MESSAGES.recipient)
      const sender = body.sender_email?.trim() || null
      // A sender's address with a slash could be displayed as a link.
      if (sender && (!addressKey(sender) || sender.includes('/'))) throw refuseField('sender_email', MESSAGES.email)
      const senderName = toSenderName(body.sender_name)
      const message = toHintMessage(body.message)
      // Honeypot: only bots fill in the hidden field. They get the same response as everyone.
      if (website) return sendAccepted(request, reply, 'hinted', PAGE)

      const item = variantId === null ? null : await productOf(request, variantId, !body.any_size)
      await ofVisitor(request, reply)
      await dropHint(app.mailing, {
        sender,
        senderName,
        recipient,
        recipientKey,
        message,
        language,
        variantId,
        piece: item,
      })
      return sendAccepted(request, reply, 'hinted', PAGE)
    },
  )
}

/** In the email's language, at the sender's price. Throws HttpError 400. */
async function productOf(request: FastifyRequest, variantId: string, isSized: boolean): Promise<EmailProduct> {
  const { server, visitor } = request
  const { lang: locale = DEFAULT_LOCALE } = request.body as DropAHint
  const { regionId } = visitor
  const shop = server.catalog.shop()
  const handle = shop.variantFacts(variantId, locale)?.handle
  const product = handle === undefined ? undefined : shop.product(handle, { locale, regionId })
  const variant = product?.variants.find(({ id }) => id === variantId)
  if (!product || !variant) throw refuseField('variant_id', MAILING_MESSAGES.noSuchProduct)
  return toEmailProduct(product, variant, { origin: server.shopOrigin(), locale, isSized })
}
