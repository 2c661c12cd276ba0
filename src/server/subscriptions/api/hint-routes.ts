import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import { addressKey } from '#server/email/email-tokens.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { addFormHooks } from '#server/http/forms/form-body.ts'
import { refuseField } from '#server/http/http-error.ts'
import type { EmailProduct } from '#shared/email/email.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'
import { Accepted, DropAHint } from '#shared/newsletter/mailing.ts'

import { toEmailProduct, toHintMessage, toSenderName, dropHint } from '../drop-hint.ts'
import { MAILING_MESSAGES } from '../messages.ts'
import { suppress } from '../subscriptions-queries.ts'
import { oneClick } from './email-link-routes.ts'
import { emailLimits, emailPage, mailingFieldMapping, sendAccepted } from './mailing-form.ts'

const PAGE = '/newsletter?tab=hint'

/** `/api/drop-a-hint…`: register with that prefix. */
export const dropAHintRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const stop = async (addressHash: string) => suppress(app.database, addressHash, 'hint')
  await oneClick(app, { path: '/stop', purpose: 'stop', page: '/hints/stop', act: stop })
  await app.register(dropRoute)
}

const dropRoute: FastifyPluginAsyncTypebox = async (app) => {
  const limits = emailLimits(app)
  addFormHooks(app, { refusedTo: (request) => emailPage(request, PAGE), fieldMapping: mailingFieldMapping })

  app.post(
    '/',
    { schema: { body: DropAHint, response: { 202: Accepted } }, preValidation: limits.ofVisitor },
    async (request, reply) => {
      const { body } = request
      const { lang: language = DEFAULT_LOCALE, variant_id: variantId = null, website } = body
      const recipient = body.recipient_email.trim()
      const recipientKey = addressKey(recipient)
      if (!recipientKey) throw refuseField('recipient_email', MAILING_MESSAGES.recipient)
      const sender = body.sender_email?.trim() || null
      // With a slash in it, an address of a sender could be read, and clicked, as a link.
      if (sender && (!addressKey(sender) || sender.includes('/'))) throw refuseField('sender_email', MESSAGES.email)
      const senderName = toSenderName(body.sender_name)
      const message = toHintMessage(body.message)
      // Only a machine fills in what no one sees; it is told what everybody is.
      if (website) return sendAccepted(request, reply, 'hinted', PAGE)

      const item = variantId === null ? null : await productOf(request, variantId, !body.any_size)
      await limits.hintsOfVisitor(request, reply)
      await limits.ofShop(request, reply, 'all')
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

/** The product as the email will show it: in its language, at the price of anyone who hints. @throws HttpError 400 */
async function productOf(request: FastifyRequest, variantId: string, isSized: boolean): Promise<EmailProduct> {
  const { server, visitor } = request
  const { lang: locale = DEFAULT_LOCALE } = request.body as DropAHint
  const { regionId } = visitor
  const shop = server.catalog.shopFor(regionId)
  const handle = shop.variantFacts(variantId, locale)?.handle
  const product = handle === undefined ? undefined : shop.product(handle, { locale, regionId })
  const variant = product?.variants.find(({ id }) => id === variantId)
  if (!product || !variant) throw refuseField('variant_id', MAILING_MESSAGES.noSuchProduct)
  return toEmailProduct(product, variant, { origin: server.shopOrigin(), locale, isSized })
}
